/** The package's version, as servers and people are told it. A test holds it to package.json. */
export const version = '0.1.0';

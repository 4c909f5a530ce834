const MOST_CHARACTERS = 200;

/** A name is short; what is longer is no name. */
export function boundedText(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

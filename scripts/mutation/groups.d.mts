interface Group {
  readonly tests: () => string[];
  readonly files: () => string[];
}

export const groups: { readonly machines: Group; readonly src: Group };

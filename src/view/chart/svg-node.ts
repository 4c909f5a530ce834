/** An element of a drawing, before it becomes text in a file or a part of a page. */
export interface SvgNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (SvgNode | string)[];
}

export function svgNode(
  tag: string,
  attributes: SvgNode['attributes'],
  ...children: SvgNode['children']
): SvgNode {
  return { tag, attributes, children };
}

/** The drawing as the text of an SVG file. */
export function toMarkup({ tag, attributes, children }: SvgNode): string {
  const given = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escape(String(value))}"`,
  );
  const inside = children.map((child) =>
    typeof child === 'string' ? escape(child) : toMarkup(child),
  );
  return `<${tag}${given.join('')}>${inside.join('')}</${tag}>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

import type { SvgNode } from '../chart/svg-node.ts';

/** A drawing as elements of a page. No text of it is ever read as markup. */
export function toElement({ tag, attributes, children }: SvgNode): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes))
    if (name !== 'xmlns') element.setAttribute(name, String(value));
  for (const child of children)
    element.append(typeof child === 'string' ? child : toElement(child));
  return element;
}

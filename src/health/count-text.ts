/** `1 server`, `3 servers`. */
export function countText(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

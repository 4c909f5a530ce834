/**
 * The text of a tool's result, in whichever shape a peer hands it over.
 *
 * @param {unknown} result
 * @returns {string}
 * @throws {Error} if the result itself says that it is an error
 */
export function textOf(result) {
  if (typeof result === 'string') return result;
  const content = Array.isArray(result) ? result : (result?.content ?? []);
  const text = Array.isArray(content)
    ? content.map((part) => part.text ?? '').join('')
    : String(content);
  if (result?.isError === true) throw new Error(text);
  return text;
}

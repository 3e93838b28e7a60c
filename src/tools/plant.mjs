/**
 * A place in the code as a pattern: matches any line breaks of the formatter, and its comma at the end of a
 * broken list.
 *
 * @param {string} find
 */
const patternOf = (find) => {
  const parts = find.match(/\w+|[^\s\w]/g) ?? [];
  const escaped = parts.map((part) => part.replace(/[^\w]/g, String.raw`\$&`));
  return new RegExp(escaped.join(String.raw`\s*`).replace(/\\s\*(\\[)}\]])/g, String.raw`\s*,?\s*$1`), 'g');
};

/**
 * The text with the fault in it; null where its place is not there exactly once.
 *
 * @param {string} text
 * @param {Pick<import('./mutants-list.mjs').Mutant, 'find' | 'replace'>} mutant
 */
export function plant(text, { find, replace }) {
  const pattern = patternOf(find);
  return text.match(pattern)?.length === 1 ? text.replace(pattern, () => replace) : null;
}

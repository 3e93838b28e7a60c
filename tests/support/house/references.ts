/**
 * References in comments must exist in the repository: sections of the contract, pages and their headings.
 */

const CITED = /\(protocol ((?:\d+(?:\.\d+)*)(?:, \d+(?:\.\d+)*)*)/g;
const PAGE = /\bdocs\/[\w/-]+\.md\b(?:, "([^"\n]+)")?/g;
/** Documents that are not in the repository. */
const ELSEWHERE = /\b(?:streams|design|words|next)\.md\b|\bspecification\b/i;

/** Numbers of the headings of docs/protocol/contract.md. */
export const numbersOf = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/^#+ (\d+(?:\.\d+)*) /gm)].map(([, number = '']) => number));

const headingsOf = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim()));

export interface Cited {
  readonly contract: string;
  /** Returns the text of a page of `docs`, or null if it does not exist. */
  readonly page: (path: string) => string | null;
}

export function referenceFaults(path: string, source: string, { contract, page }: Cited): readonly string[] {
  const numbers = numbersOf(contract);
  const sections = [...source.matchAll(CITED)].flatMap(([, list = '']) => list.split(', '));
  const lost = sections.filter((number) => !numbers.has(number)).map((number) => `protocol ${number}`);
  const pages = [...source.matchAll(PAGE)].flatMap(([cited, heading]) => {
    const text = page(cited.replace(/,.*/s, ''));
    return text === null || (heading !== undefined && !headingsOf(text).has(heading)) ? [cited] : [];
  });
  const elsewhere = [...source.matchAll(new RegExp(ELSEWHERE, 'gi'))].map(([cited]) => cited);
  return [...lost, ...pages, ...elsewhere].map(
    (cited) => `${path} cites ${cited}, which is not in the repository`,
  );
}

import { blank } from './source-text.ts';

/**
 * Files that build addresses. The worker is one file without code of the app, and the compiler compares its
 * two.
 */
const MAKERS = /^src\/app\/(?:paths|worker)\//;

/** A page of the family or a view of the home page, and whatever else is written where a link goes. */
const LITERAL =
  /['"`}][#/]*\/(?:pages\/|\?view=)|\bnavigate\(\s*['"`]|\b(?:to|href)=\{?["'`]#?\/|\bto: ['"`]\//g;

/** Addresses of the app that are written out instead of made by `src/app/paths`. */
export function pathFaults(path: string, source: string): readonly string[] {
  if (!path.startsWith('src/app/') || MAKERS.test(path)) return [];
  const found = [...blank(source).withoutComments.matchAll(LITERAL)];
  return found.length === 0 ? [] : [`${path}: ${found.map(([text]) => text).join(' ')}`];
}

import { readFileSync } from 'node:fs';
import { root, readRepository } from './house/repository.ts';

/** Reads a file that operators receive with the code (docs/deploy). */
export const deployed = (name: string): string => readFileSync(`${root}docs/deploy/${name}`, 'utf8');

const REQUEST = /\benv(?:\['|\.|, ')([A-Z][A-Z0-9_]+)/g;
/** Names of a provider's settings after `OPENID_WORK_` (OIDC-2). */
const OF_PROVIDER = /\b(?:given|flag)\('([A-Z]+)'\)/g;

/** Names of settings that the server asks its environment for. */
export function settingNames(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [path, text] of readRepository()) {
    if (!path.startsWith('src/server/')) continue;
    for (const [, name = ''] of text.matchAll(REQUEST)) names.add(name);
    if (path.endsWith('openid-settings.ts'))
      for (const [, what = ''] of text.matchAll(OF_PROVIDER)) names.add(`OPENID_WORK_${what}`);
  }
  return names;
}

/** Directives of a unit by name, each with all its values. */
export function unitOf(text: string): ReadonlyMap<string, readonly string[]> {
  const match = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? [];
    if (name !== '') match.set(name, [...(match.get(name) ?? []), value]);
  }
  return match;
}

/** `NAME=value` lines of an environment file, those that are commented out included. */
export const namesOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);

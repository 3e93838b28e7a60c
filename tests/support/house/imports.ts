import { posix } from 'node:path';
import { blank } from './source-text.ts';

export interface Import {
  readonly from: string;
  /** A path in the repository for our own files, the package's name as written for others. */
  readonly to: string;
  readonly ours: boolean;
  /** True for an import that compilation removes. */
  readonly typeOnly: boolean;
}

const statement =
  /\b(?:import|export)\s+(type\s)?[^'";()]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*(?:\(\s*)?['"]([^'"]+)['"]/g;

export function importsOf(path: string, source: string): readonly Import[] {
  return [...blank(source).withoutComments.matchAll(statement)].map(([, type, named, bare]) => {
    const target = named ?? bare ?? '';
    const ours = target.startsWith('.');
    return {
      from: path,
      to: ours ? posix.join(posix.dirname(path), target.replace(/\?.*$/, '')) : target,
      ours,
      typeOnly: type !== undefined,
    };
  });
}

/** Every circle of imports that remain at run time, as the paths along it. */
export function cyclesIn(imports: readonly Import[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>();
  for (const { from, to, ours, typeOnly } of imports) {
    if (ours && !typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) cycles.push([...trail.slice(at), path]);
    if (at >= 0 || done.has(path)) return;
    for (const to of next.get(path) ?? []) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const path of next.keys()) walk(path, []);
  return cycles;
}

/** One thing that a command is given, as its `takes` says it. */
export interface CommandField {
  /** As it stands there: `account`, or `--uses` for one that is named. */
  readonly name: string;
  /** What may be chosen; null: anything may be typed. */
  readonly of: readonly string[] | null;
  readonly isRequired: boolean;
}

const PART = /\[(--[a-z]+) <([^>]+)>\]|<([^>]+)>|\[([^\]]+)\]/g;

const choiceOf = (text: string): readonly string[] | null => (text.includes('|') ? text.split('|') : null);

/**
 * The fields of a command, in order; of `[<number> <hash>]` both are optional. A choice is called by its
 * place among the others.
 */
export function fieldsOf(takes: string): readonly CommandField[] {
  const optional = /^\[<.*>\]$/.test(takes);
  return [...(optional ? takes.slice(1, -1) : takes).matchAll(PART)].map(
    ([, named, value = '', needed, left = '']) => {
      if (named !== undefined) return { name: named, of: choiceOf(value), isRequired: false };
      const text = needed ?? left;
      return { name: text, of: choiceOf(text), isRequired: needed !== undefined && !optional };
    },
  );
}

/** What the server writes into a file on the machine goes to whoever asks in the console. */
export const FILE = 'file';

/** What was filled in, by the names of the fields, as a command is given it on the command line. */
export function givenOf(takes: string, filled: Readonly<Record<string, string>>): readonly string[] {
  const given: string[] = [];
  for (const { name } of fieldsOf(takes)) {
    const value = name === FILE ? FILE : (filled[name] ?? '');
    if (!name.startsWith('--')) given.push(value);
    else if (value.trim() !== '') given.push(name, value);
  }
  // What is left out at the end is left out, and not empty.
  while (given.at(-1)?.trim() === '') given.pop();
  return given;
}

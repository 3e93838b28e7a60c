/** One argument of a command, as described in its `synopsis`. */
export interface CommandField {
  /** Name in the help: `account`, or `--uses` for a named option. */
  readonly name: string;
  /** Allowed choices; null: free text. */
  readonly of: readonly string[] | null;
  readonly isRequired: boolean;
}

/** The only choice of a named one without a value. */
const ON = 'yes';
const PART = /\[(--[a-z]+)(?: <([^>]+)>)?\]|<([^>]+)>|\[([^\]]+)\]/g;

const choiceOf = (text: string): readonly string[] | null => (text.includes('|') ? text.split('|') : null);

/**
 * The fields of a command, in order; of `[<number> <hash>]` both are optional. A choice is called by its
 * place among the others.
 */
export function fieldsOf(synopsis: string): readonly CommandField[] {
  const optional = /^\[<.*>\]$/.test(synopsis);
  return [...(optional ? synopsis.slice(1, -1) : synopsis).matchAll(PART)].map(
    ([, option, value, needed, left = '']) => {
      if (option !== undefined)
        return { name: option, of: value === undefined ? [ON] : choiceOf(value), isRequired: false };
      const text = needed ?? left;
      return { name: text, of: choiceOf(text), isRequired: needed !== undefined && !optional };
    },
  );
}

/** Texts of several lines. */
export const LONG_FIELDS: ReadonlySet<string> = new Set(['text', 'note']);

/** A file that the command line writes to disk is sent to the caller in the console. */
export const FILE = 'file';

/** Form values by field name, converted to command-line arguments. */
export function argumentsOf(synopsis: string, values: Readonly<Record<string, string>>): readonly string[] {
  const list: string[] = [];
  for (const { name, of } of fieldsOf(synopsis)) {
    const value = name === FILE ? FILE : (values[name] ?? '');
    if (!name.startsWith('--')) list.push(value);
    else if (value.trim() !== '') list.push(...(of?.[0] === ON ? [name] : [name, value]));
  }
  // Optional arguments missing at the end are omitted, not empty.
  while (list.at(-1)?.trim() === '') list.pop();
  return list;
}

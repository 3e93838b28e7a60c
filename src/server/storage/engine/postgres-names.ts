import { storeLimits } from '../../kernel/limits.ts';

/**
 * Statements are prepared once per connection, under the same name in all. Adding a column invalidates those
 * of its table permanently, so all get new names then.
 */
let generation = 0;
const nameMaps: Map<string, string>[] = [];

export const renameStatements = (): void => {
  generation += 1;
  for (const names of nameMaps) names.clear();
};

/** `prefix`: shared by users of the same prepared statements. Null: there are too many already. */
export function statementNames(prefix: string): (sql: string) => string | null {
  const names = new Map<string, string>();
  nameMaps.push(names);
  return (sql) => {
    const name = names.get(sql);
    if (name !== undefined) return name;
    if (names.size >= storeLimits.statementsMax) return null;
    const newName = `${prefix}${generation}_${names.size}`;
    names.set(sql, newName);
    return newName;
  };
}

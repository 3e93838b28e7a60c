import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/**
 * The field that a body was refused for, as `at.0` or `messages.2.id`. Of a choice between several forms it
 * is the one that fitted furthest: a list of them, or one form alone, hides the field inside.
 */
export function badField(issues: readonly [Issue, ...Issue[]]): string {
  return deepest(issues, []).join('.');
}

type Path = readonly string[];

function deepest(issues: readonly Issue[], above: Path): Path {
  let found: Path = above;
  for (const issue of issues) {
    const here = [...above, ...(issue.path ?? []).map(({ key }) => String(key))];
    const inside = issue.issues ? deepest(issue.issues, here) : here;
    if (inside.length > found.length) found = inside;
  }
  return found;
}

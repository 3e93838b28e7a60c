import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/**
 * The field for which a body was refused, such as `at.0` or `messages.2.id`. For a union it is that of the
 * best-matching form: naming the list of forms, or the first form, would hide the field inside.
 */
export function badField(issues: readonly [Issue, ...Issue[]]): string {
  return deepest(issues, []).join('.');
}

type Path = readonly string[];

function deepest(issues: readonly Issue[], above: Path): Path {
  let longest: Path = above;
  for (const issue of issues) {
    const here = [...above, ...(issue.path ?? []).map(({ key }) => String(key))];
    const inside = issue.issues ? deepest(issue.issues, here) : here;
    if (inside.length > longest.length) longest = inside;
  }
  return longest;
}

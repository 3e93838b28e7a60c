import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/** Why a body was refused. */
export interface BadField {
  /**
   * Such as `at.0` or `messages.2.id`. For a union it is that of the best-matching form: naming the list of
   * forms, or the first form, would hide the field inside.
   */
  readonly field: string;
  readonly isMissing: boolean;
}

export function badField(issues: readonly [Issue, ...Issue[]]): BadField {
  const { path, issue } = deepest(issues, { path: [], issue: issues[0] });
  return { field: path.join('.'), isMissing: issue.input === undefined || issue.input === null };
}

interface Found {
  readonly path: readonly string[];
  readonly issue: Issue;
}

function deepest(issues: readonly Issue[], above: Found): Found {
  let longest = above;
  for (const issue of issues) {
    const path = [...above.path, ...(issue.path ?? []).map(({ key }) => String(key))];
    const inside = issue.issues ? deepest(issue.issues, { path, issue }) : { path, issue };
    if (inside.path.length > longest.path.length) longest = inside;
  }
  return longest;
}

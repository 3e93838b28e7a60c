import { fromMarkdown } from './markdown.ts';
import { type HookFields, objectOf, firstText, objectsOf, asText } from './values.ts';
import { beside, bold, codeSpan, lines, link } from './words.ts';

/** Commits shown of one push; the rest is counted. */
const MOST = 10;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
const nameOf = (user: unknown): string =>
  firstText(objectOf(user), 'login', 'username', 'full_name', 'name') || 'somebody';
const urlOf = (of: unknown): string => firstText(objectOf(of), 'html_url', 'url', 'web_url');

export const isForge = (fields: HookFields): boolean =>
  'repository' in fields && ('sender' in fields || 'pusher' in fields || 'commits' in fields);

const repoOf = (fields: HookFields): string => {
  const repository = objectOf(fields['repository']);
  return bold(link(firstText(repository, 'full_name', 'name'), urlOf(repository)));
};

const short = (text: string): string => {
  const words = fromMarkdown(text);
  return words.length > 300 ? `${words.slice(0, 300).trimEnd()} …` : words;
};

function pushText(fields: HookFields): string {
  const ref = asText(fields['ref']).replace(/^refs\/(?:heads|tags)\//, '');
  const commits = objectsOf(fields['commits'], 1_000);
  const who = nameOf(fields['pusher'] ?? fields['sender']);
  const isTag = asText(fields['ref']).startsWith('refs/tags/');
  const did =
    fields['deleted'] === true
      ? `deleted ${isTag ? 'tag' : 'branch'}`
      : fields['forced'] === true
        ? 'force-pushed'
        : isTag
          ? 'pushed tag'
          : `pushed ${commits.length} commit${commits.length === 1 ? '' : 's'} to`;
  const compare = firstText(fields, 'compare', 'compare_url');
  return lines(
    beside(repoOf(fields), `${who} ${did}`, codeSpan(ref), compare && link('compare', compare)),
    ...commits
      .slice(0, MOST)
      .map((commit) =>
        beside(
          '-',
          link(asText(commit['id']).slice(0, 7), urlOf(commit)),
          firstLine(asText(commit['message'])),
          `(${nameOf(commit['author'])})`,
        ),
      ),
    commits.length > MOST ? `… +${commits.length - MOST}` : '',
  );
}

/** `opened pull request #12 Title`, with the words of a new one. */
const about =
  (what: string, key: string) =>
  (fields: HookFields): string => {
    const subject = objectOf(fields[key]);
    const number = firstText(subject, 'number', 'index') || asText(fields['number']);
    const action = asText(fields['action']);
    const verb = action === 'closed' && subject['merged'] === true ? 'merged' : action.replaceAll('_', ' ');
    const title = beside(number && `#${number}`, firstText(subject, 'title', 'name', 'tag_name'));
    const label = asText(objectOf(fields['label'])['name']);
    return lines(
      beside(
        repoOf(fields),
        `${nameOf(fields['sender'])} ${verb} ${what}`,
        link(title, urlOf(subject)),
        label && codeSpan(label),
      ),
      verb === 'opened' || verb === 'published' ? short(asText(subject['body'])) : '',
    );
  };

const REVIEWS: Readonly<Record<string, string>> = {
  approved: 'approved',
  'changes requested': 'requested changes on',
  dismissed: 'dismissed a review of',
};

const commentOn =
  (what: string, key: string, body = 'comment') =>
  (fields: HookFields): string => {
    const [subject, comment] = [objectOf(fields[key]), objectOf(fields[body])];
    const number = firstText(subject, 'number', 'index');
    const state = asText(comment['state']).replaceAll('_', ' ');
    const did = REVIEWS[state] ?? 'commented on';
    return lines(
      beside(
        repoOf(fields),
        `${nameOf(fields['sender'])} ${did} ${what}`,
        link(beside(number && `#${number}`, asText(subject['title'])), urlOf(comment) || urlOf(subject)),
      ),
      short(asText(comment['body']) || asText(comment['content'])),
    );
  };

const CONCLUSIONS: Readonly<Record<string, string>> = { success: '🟢', failure: '🔴', cancelled: '⚪' };

const run =
  (key: string) =>
  (fields: HookFields): string => {
    const one = objectOf(fields[key]);
    const state = firstText(one, 'conclusion', 'state', 'status') || asText(fields['action']);
    const name = firstText(one, 'name', 'display_title', 'environment', 'context');
    return beside(
      CONCLUSIONS[state] ?? '🟡',
      repoOf(fields),
      link(name || key.replaceAll('_', ' '), urlOf(one)),
      state.replaceAll('_', ' '),
      firstText(one, 'head_branch') && codeSpan(firstText(one, 'head_branch')),
    );
  };

const reference =
  (verb: string) =>
  (fields: HookFields): string =>
    beside(
      repoOf(fields),
      `${nameOf(fields['sender'])} ${verb} ${asText(fields['ref_type']) || 'branch'}`,
      codeSpan(asText(fields['ref'])),
    );

const EVENTS: Readonly<Record<string, (fields: HookFields) => string>> = {
  ping: (fields) => beside(repoOf(fields), 'is connected.', asText(fields['zen'])),
  push: pushText,
  pull_request: about('pull request', 'pull_request'),
  issues: about('issue', 'issue'),
  release: about('release', 'release'),
  discussion: about('discussion', 'discussion'),
  issue_comment: commentOn('issue', 'issue'),
  commit_comment: commentOn('a commit', 'commit'),
  discussion_comment: commentOn('discussion', 'discussion'),
  pull_request_comment: commentOn('pull request', 'pull_request'),
  pull_request_review: commentOn('pull request', 'pull_request', 'review'),
  pull_request_review_comment: commentOn('pull request', 'pull_request'),
  create: reference('created'),
  delete: reference('deleted'),
  workflow_run: run('workflow_run'),
  check_run: run('check_run'),
  check_suite: run('check_suite'),
  deployment_status: run('deployment_status'),
  fork: (fields) =>
    beside(
      repoOf(fields),
      `${nameOf(fields['sender'])} forked it to`,
      link(asText(objectOf(fields['forkee'])['full_name']), urlOf(fields['forkee'])),
    ),
  star: (fields) =>
    beside(
      repoOf(fields),
      nameOf(fields['sender']),
      fields['action'] === 'deleted' ? 'unstarred it' : 'starred it',
    ),
};

/** The kind of event by its fields, for senders without the header. */
function kindOf(fields: HookFields): string {
  if ('commits' in fields) return 'push';
  for (const kind of ['review', 'comment', 'pull_request', 'issue', 'release', 'workflow_run'])
    if (kind in fields)
      return { comment: 'issue_comment', review: 'pull_request_review', issue: 'issues' }[kind] ?? kind;
  if ('zen' in fields) return 'ping';
  return '';
}

/** An event of a code host; `event`: its header. */
export function forgeText(fields: HookFields, event: string): string {
  const given = event.toLowerCase();
  const kind = Object.hasOwn(EVENTS, given) ? given : given === '' ? kindOf(fields) : '';
  const make = Object.hasOwn(EVENTS, kind) ? EVENTS[kind] : undefined;
  if (make) return make(fields);
  return beside(
    repoOf(fields),
    `${nameOf(fields['sender'])}: ${given || 'event'}`.replaceAll('_', ' '),
    asText(fields['action']).replaceAll('_', ' '),
  );
}

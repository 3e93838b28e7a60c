import { numbers, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { Facts, Ran, RecordedAction, RecordedEvent, RecordedRequest } from './recorded.ts';

/** Unnamed groups get a default name. */
const nameIn = (body: RequestBody | null): string => textOf(body?.['name']).trim() || '群聊';

/**
 * A new group, by its request: of several unanswered ones by the same user for the same members, the one with
 * the written name.
 */
export function founded(
  joins: readonly { readonly stream: string }[],
  line: RecordedEvent & { readonly facts: Facts<'message'> },
  { groupName }: Ran,
  at: number,
  requests: Requests,
): RecordedAction {
  const by = line.facts.from;
  const people = joins.map(({ stream }) => Number(stream.slice(1)));
  const fits = (body: RequestBody, one: RecordedRequest): boolean => {
    const members = new Set([by, ...numbers(body['user_ids'])]);
    const groupId = (one.answer?.data as { readonly id?: unknown } | null)?.id;
    return (
      one.path.toLowerCase().endsWith('/group/add') &&
      (one.answer === null || groupId === line.stream) &&
      members.size === people.length &&
      people.every((each) => members.has(each))
    );
  };
  const request =
    requests.pick('add', at, by, (body, one) => nameIn(body) === groupName && fits(body, one)) ??
    requests.pick('add', at, by, fits);
  return {
    action: { do: 'found', by, chat: line.stream, name: nameIn(request), people, row: line.facts.msgId },
    isRequested: request !== null,
  };
}

import type { ReportedThing, Rules } from '../oracle/actions.ts';
import type { EntryFact } from '../oracle/entering.ts';
import { partners } from '../oracle/state.ts';
import { isOn, number, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { Facts, Ran, ReportWritten, RecordedAction, RecordedEvent } from './recorded.ts';
import type { EventFacts, WriteTx } from '../../src/ports/store.ts';

/** Blocked or unblocked. */
export function shutOut(
  { stream, facts }: RecordedEvent & { readonly facts: Facts<'blocked'> },
  at: number,
  requests: Requests,
): RecordedAction {
  const [by, { user: person, on }] = [Number(stream.slice(1)), facts];
  return {
    action: { do: 'block', by, person, on },
    isRequested: requests.some(
      'blockperson',
      at,
      by,
      (body) => number(body['id']) === person && isOn(body['on']) === on,
    ),
  };
}

/** The friendship ended. */
export function unfriended(
  { facts }: RecordedEvent & { readonly facts: Facts<'left'> },
  at: number,
  requests: Requests,
): RecordedAction {
  const [a, b] = partners(facts.of) ?? [0, 0];
  const other = a === facts.by ? b : a;
  return {
    action: { do: 'unfriend', by: facts.by, with: other },
    isRequested: requests.some('del', at, facts.by, (body) => number(body['id']) === other),
  };
}

/** A user's new privacy settings, as their request named them. */
export function discreet({ people = [] }: Ran, at: number, requests: Requests): readonly RecordedAction[] {
  return people.flatMap(({ id, patch: { privacy } }): readonly RecordedAction[] => {
    if (privacy === undefined) return [];
    const isSame = (body: RequestBody, name: 'typing' | 'read'): boolean =>
      body[name] === undefined || isOn(body[name]) === privacy[name];
    const isPrivacyRequest = (body: RequestBody): boolean =>
      isSame(body, 'typing') &&
      isSame(body, 'read') &&
      (['seen', 'adds', 'calls', 'found', 'forwards'] as const).every(
        (name) => body[name] === undefined || textOf(body[name]) === privacy[name],
      );
    return [
      {
        action: { do: 'discreet', by: id, privacy },
        isRequested: requests.some('setprivacy', at, id, isPrivacyRequest),
      },
    ];
  });
}

/** New users of the server. */
export const arrivals = ({ arrived = [] }: Ran): readonly RecordedAction[] =>
  arrived.map(({ id: person, name }) => ({
    action: { do: 'arrive', by: null, person, name },
    isRequested: null,
  }));

/** The operator's changes for all users. */
export function ruled({ config, people = [] }: Ran): readonly RecordedAction[] {
  const appointed = people.filter(
    ({ patch: { role, active } }) => role !== undefined || active !== undefined,
  );
  const actions: RecordedAction[] = appointed.map(({ id, patch: { role, active } }) => ({
    action: {
      do: 'appoint',
      by: null,
      person: id,
      ...(role === undefined ? {} : { staff: role > 0 }),
      ...(active === undefined ? {} : { active }),
    },
    isRequested: null,
  }));
  if (config === undefined) return actions;
  const { chatInfo, sysInfo } = config;
  const rules: Rules = {
    privately: chatInfo.simpleChat,
    founding: chatInfo.groupChat,
    groupMax: chatInfo.groupUserMax,
    recallSec: chatInfo.redoTimeSec,
    editSec: chatInfo.editTimeSec,
    erasing: chatInfo.dbDelMsg,
    closed: sysInfo.runMode === 1,
    demo: config.demonMode,
    listing: sysInfo.directory === true,
    welcome: sysInfo.welcomeGroup ? `group-${sysInfo.welcomeGroup}` : null,
  };
  return [...actions, { action: { do: 'configure', by: null, rules }, isRequested: null }];
}

/** The reported message, user or group of a request or a row; null for any other kind. */
export function thingOf(kind: string, id: string): ReportedThing | null {
  if (kind === 'message') return { kind, id };
  if (kind === 'person') return { kind, person: number(id) };
  return kind === 'group' ? { kind, chat: id } : null;
}

/** Reports by users, and decisions by the operator. */
export const reported = (ran: Ran, at: number, requests: Requests): readonly RecordedAction[] =>
  (ran.reports ?? []).flatMap((one) => actionsOf(one, at, requests));

function actionsOf(one: ReportWritten, at: number, requests: Requests): readonly RecordedAction[] {
  if (one.what === 'decided')
    return [{ action: { do: 'decideReport', by: null, report: one.id }, isRequested: null }];
  const { reporter: by, kind, about: id } = one.row;
  const about = thingOf(kind, id);
  if (about === null) return [];
  const fits = (body: RequestBody): boolean =>
    JSON.stringify(thingOf(textOf(body['kind']), textOf(body['id']).trim())) === JSON.stringify(about);
  return [
    {
      action: { do: 'report', by, report: one.id, about },
      isRequested: requests.some('report', at, by, fits),
    },
  ];
}

/** A line removed by a decision about a report; null for any other. */
export const erasureByHouse = (facts: EventFacts, { reports = [] }: Ran): RecordedAction | null =>
  facts.kind === 'delete' && reports.some(({ what }) => what === 'decided')
    ? {
        action: { do: 'vanish', by: null, row: (facts satisfies Facts<'delete'>).msgId, byHouse: true },
        isRequested: null,
      }
    : null;

/** Users who ended their account, with the password they had then, and users whose rows are all gone. */
export const watchErasing = (
  tx: WriteTx,
  ran: Pick<Ran, 'ending' | 'erasedUser'>,
  count: (what: string) => void,
): WriteTx['erasing'] => ({
  ...tx.erasing,
  begin: async (erasure) => {
    const row = await tx.users.byId(erasure.user);
    await tx.erasing.begin(erasure);
    const password = row?.passwordHash.replace('hash of ', '') ?? '';
    if (ran.ending) ran.ending.bots.push(erasure.user);
    else ran.ending = { user: erasure.user, words: erasure.words, password, bots: [] };
  },
  dropOwn: async (user, account) => {
    await tx.erasing.dropOwn(user, account);
    ran.erasedUser = user;
    count('job: FinishingErasures');
  },
});

/** A user ended their account, or was erased completely; null otherwise. */
export function ended(
  ran: Ran,
  at: number,
  requests: Requests,
  isRemoved: (bot: number) => boolean,
): readonly RecordedAction[] | null {
  const { ending, erasedUser } = ran;
  if (erasedUser !== undefined)
    return [{ action: { do: 'forget', by: null, person: erasedUser }, isRequested: null }];
  if (ending === undefined) return null;
  const { user: by, words, password, bots } = ending;
  const isAsked = requests.some('eraseaccount', at, by, (body) => textOf(body['password']) === password);
  const withThem = bots.map((bot): RecordedAction => ({
    action: { do: 'endAccount', by: bot, words },
    isRequested: null,
  }));
  return [
    { action: { do: 'endAccount', by, words }, isRequested: isAsked || isRemoved(by) },
    ...withThem,
    ...ruled(ran),
  ];
}

/** Users who turn the second step on or off. */
export const watchSteps = (tx: WriteTx, changes: EntryFact[]): WriteTx['secondSteps'] => ({
  ...tx.secondSteps,
  turnOn: async (user, secret, step) => {
    const isOn = await tx.secondSteps.turnOn(user, secret, step);
    if (isOn) changes.push({ what: 'careful', id: user, on: true });
    return isOn;
  },
  end: async (user) => {
    const was = await tx.secondSteps.end(user);
    changes.push({ what: 'careful', id: user, on: false });
    return was;
  },
});

import { GROUP_ROLE, type GroupFacts, type Role } from '../../domain/contact.ts';
import type { Place, ServerEvent } from '../../domain/events.ts';
import type { GroupCall } from '../../domain/group-call.ts';
import type { ContactId, UserId } from '../../domain/ids.ts';
import { namePy } from '../../domain/initials.ts';
import { blockedBy } from './blocked.ts';
import { changedContact } from './counting.ts';
import { patched } from './figures.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { laterDropped } from './later.ts';
import { withChange } from './meanwhile.ts';
import { withWindow } from './windows.ts';
import { silenceAt } from './preferences.ts';
import { removedChat } from './reduce-membership.ts';
import { conversationDropped } from './reduce-pages.ts';
import type { Contact, State } from './state.ts';
import { isHeard } from './totals.ts';
import { withoutTyping } from './typing.ts';

type Of<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;

/** Facts that a group shares with all its members; roles and mutes of others live in the member list. */
const reduced = (state: State): Reduced => ({ state, effects: NO_EFFECTS });

function changedGroup(state: State, id: ContactId, patch: (group: GroupFacts) => Partial<GroupFacts>): State {
  return changedContact(state, id, (contact) => {
    if (!contact.group) return contact;
    const group = patched(contact.group, patch(contact.group));
    return group === contact.group ? contact : { ...contact, group };
  });
}

/**
 * A change that lists show and the contact does not (a member, a join request): the group becomes a new
 * object with the same facts, which makes open lists reload (UI-57, GROUP-29).
 */
const touchGroup = (state: State, id: ContactId): State =>
  changedContact(state, id, (contact) =>
    contact.group ? { ...contact, group: { ...contact.group } } : contact,
  );

export const groupTouched = (state: State, event: Of<'groupRequestsMoved'>): Reduced =>
  reduced(touchGroup(state, event.conversation));

const withAvatar = (contact: Contact, avatar: string): Contact =>
  avatar === '' ? contact : patched(contact, { avatar });

/** Applies the present role to all messages of a member, as the history returns them (GROUP-33). */
const withRole = (state: State, id: ContactId, user: UserId | null, role: Role): State =>
  user === null ? state : withWindow(state, id, (window) => withChange(window, { kind: 'role', user, role }));

const members = (count: number | null): Partial<GroupFacts> => (count === null ? {} : { members: count });

export const groupRenamed = (state: State, event: Of<'groupRenamed'>): Reduced =>
  reduced(
    changedContact(state, event.conversation, (contact) =>
      patched(contact, { displayName: event.name, realname: event.name, namePy: namePy(event.name) }),
    ),
  );

export const groupNoticeSet = (state: State, event: Of<'groupNoticeSet'>): Reduced =>
  reduced(changedGroup(state, event.conversation, () => ({ notice: event.notice })));

export function groupSettingSet(state: State, event: Of<'groupSettingSet'>, place: Place): Reduced {
  const { conversation: id, setting } = event;
  const was = state.contacts.get(id)?.group?.setting;
  const next = changedGroup(state, id, (group) => ({ setting: patched(group.setting, setting) }));
  if (was === undefined || was.history === setting.history) return reduced(next);
  // A member that joined again may read more or less: loaded messages are loaded again.
  const dropped = conversationDropped(laterDropped(next), id);
  return reduced(
    withWindow(dropped, id, (window) => ({ ...window, pins: { seq: place?.seq ?? 0, list: undefined } })),
  );
}

export function groupMembersAdded(state: State, event: Of<'groupMembersAdded'>): Reduced {
  const next = changedContact(state, event.conversation, (contact) => withAvatar(contact, event.avatar));
  return reduced(changedGroup(next, event.conversation, () => members(event.members)));
}

/** The group's own event. On a plain server it also notifies the removed user. */
export function groupMemberRemoved(state: State, event: Of<'groupMemberRemoved'>): Reduced {
  if (event.user !== null && event.user === state.self?.id)
    return removedChat(state, event.conversation, 'removed');
  const asMember = withRole(silenced(state, event), event.conversation, event.user, 3);
  const next = changedContact(asMember, event.conversation, (contact) => withAvatar(contact, event.avatar));
  // A base-protocol server does not count: one less until it was asked.
  const updated = changedGroup(next, event.conversation, (group) => ({
    members: event.members ?? Math.max(0, group.members - 1),
  }));
  return event.members === null ? uncounted(updated, event.conversation) : reduced(updated);
}

/** Ends the typing sign of a user who may no longer write (TYPING-3). */
const silenced = (
  state: State,
  { conversation, user }: { readonly conversation: ContactId; readonly user: UserId | null },
): State => (user === null ? state : withoutTyping(state, conversation, user));

/** The frame may come twice, or after an answer that counted already: only `groupInfo` counts. */
const uncounted = (state: State, id: ContactId): Reduced => ({
  state,
  effects:
    state.sync.plain && state.contacts.has(id) ? [{ type: 'countMembers', conversation: id }] : NO_EFFECTS,
});

export function groupManagerSet(state: State, event: Of<'groupManagerSet'>): Reduced {
  const { role } = event;
  const withNewRole = role === null ? state : withRole(state, event.conversation, event.user, role);
  const next = changedContact(withNewRole, event.conversation, (contact) =>
    withAvatar(contact, event.avatar),
  );
  // An event without a role means that the group picture changed, because its members did.
  if (role === null) return uncounted(touchGroup(next, event.conversation), event.conversation);
  if (event.user !== state.self?.id) return reduced(touchGroup(next, event.conversation));
  return reduced(changedGroup(next, event.conversation, () => ({ role })));
}

export function groupOwnerChanged(state: State, event: Of<'groupOwnerChanged'>): Reduced {
  const mine = event.user === state.self?.id;
  const was = state.contacts.get(event.conversation)?.group?.ownerId ?? null;
  const former = was === event.user ? state : withRole(state, event.conversation, was, 3);
  return reduced(
    changedGroup(withRole(former, event.conversation, event.user, 1), event.conversation, (group) => ({
      ownerId: event.user,
      role: mine ? GROUP_ROLE.owner : group.role === GROUP_ROLE.owner ? GROUP_ROLE.member : group.role,
    })),
  );
}

export function groupCallSet(state: State, { conversation, call }: Of<'groupCallSet'>): Reduced {
  const before = state.contacts.get(conversation);
  const next = changedContact(state, conversation, (contact) => patched(contact, { groupCall: call }));
  const name = call === null || before === undefined ? null : newsOf(state, before, call);
  return name === null
    ? reduced(next)
    : { state: next, effects: [{ type: 'groupCallBegan', conversation, name }] };
}

/** The name of the user who began a call that is news; null: no notification. */
function newsOf(state: State, contact: Contact, call: GroupCall): string | null {
  const isKnown = contact.groupCall?.id === call.id;
  const starter = call.participants.find(({ user }) => user === call.startedBy);
  const isMine = call.startedBy === state.self?.id;
  const isRoom = contact.group?.setting.openRoom === true;
  const isQuiet = isRoom || silenceAt(state, call.startedAtMs) !== null || !isHeard(contact);
  return isKnown || isMine || isQuiet || starter === undefined || blockedBy(state).has(starter.user)
    ? null
    : starter.name;
}

export function memberMuted(state: State, event: Of<'memberMuted'>): Reduced {
  const { untilSec } = event;
  if (event.user !== state.self?.id || untilSec === null)
    return reduced(touchGroup(untilSec === 0 ? state : silenced(state, event), event.conversation));
  return reduced(changedGroup(state, event.conversation, () => ({ mutedUntilSec: untilSec })));
}

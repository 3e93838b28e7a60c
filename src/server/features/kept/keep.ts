import type * as v from 'valibot';
import { canonicalEmoji } from '../../../domain/emoji-set.ts';
import { userStream } from '../../../domain/ids.ts';
import { DRAFTS, INBOX, SECURITY } from '../../../domain/kept.ts';
import { preferenceLimits as limits } from '../../../domain/kept-limits.ts';
import { minuteIn } from '../../../domain/zone-clock-adapter.ts';
import type { getKept as getKeptCall, keep as keepCall } from '../../../wire/calls/contacts.ts';
import { isExtra } from '../../../domain/profile.ts';
import { preferenceOf } from '../../../wire/kept.ts';
import { sendProfile } from '../../frames/profile-data.ts';
import type { EventFacts } from '../../../ports/store.ts';
import { command } from '../../kernel/core.ts';
import { isOvertaken, overtaken, withMade } from '../../kernel/newer.ts';
import { bytesOf, fitting } from '../../kernel/page-bytes.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';

/** The newest intention per name wins; without a known age, the last write (KEPT-1, SEND-23). */
export async function keep(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof keepCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const preference = preferenceOf(body.name, body.value ?? null);
  if (preference === null) return new Refusal('badField', { facts: { field: 'value' } });
  if (
    preference.name === 'quiet' &&
    preference.value?.zone !== undefined &&
    minuteIn(preference.value.zone, 0) === null
  )
    return new Refusal('badField', { facts: { field: 'zone' } });
  // The owner closes these notes, and only the server writes them (ACC-21).
  if (preference.name === SECURITY && preference.value !== null)
    return new Refusal('badField', { facts: { field: 'value' } });
  if (preference.name === INBOX) return new Refusal('badField', { facts: { field: 'name' } });
  if (preference.name === 'status' && preference.value && !isEmojiOrNone(preference.value.emoji))
    return new Refusal('badField', { facts: { field: 'emoji' } });
  const { name, value } = preference;
  const text = value === null ? null : JSON.stringify(value);
  if (text !== null && bytesOf(value) > limits.bytesMax) return new Refusal('tooLong');
  const refusal = await command(core, async (tx, record) => {
    // Writes the event first: it locks the own stream, so that rows follow the order of their events.
    const fact = { kind: 'kept', name, op: body.op } as const;
    await record.event(userStream(user), withMade(fact, body, tx.nowMs));
    const isOther = (facts: EventFacts) =>
      facts.kind === 'kept' && facts.name === name && facts.op !== body.op;
    if (await isOvertaken(tx, userStream(user), body, isOther)) {
      const row = await tx.preferences.get(user, name);
      return overtaken(row === null ? null : (JSON.parse(row.value) as object));
    }
    if (isExtra(name)) await sendProfile(tx, record, user);
    if (text === null) await tx.preferences.drop(user, name);
    else await tx.preferences.save({ user, name, value: text, atMs: tx.nowMs });
    if (text !== null && name.startsWith(DRAFTS)) await tx.preferences.trim(user, DRAFTS, limits.draftsMax);
    return null;
  });
  return refusal ?? {};
}

const isEmojiOrNone = (emoji: string): boolean => emoji === '' || canonicalEmoji(emoji) === emoji;

/** The user's own only, with the own-stream position it reflects (KEPT-2). */
export async function getKept(
  { core, session: { user } }: SignedIn,
  { skip }: v.InferOutput<typeof getKeptCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const data = await core.store.read(async (tx) => {
    const rows = (await tx.preferences.of(user)).slice(skip);
    const items = rows.map(({ name, value }) => ({ name, value: JSON.parse(value) as object }));
    const list = items.slice(0, fitting(items, bytesOf, 1));
    const seq = (await tx.streams.get(userStream(user)))?.head ?? 0;
    return { seq, list, more: list.length < items.length ? 1 : 0 };
  });
  return { data };
}

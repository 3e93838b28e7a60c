import * as v from 'valibot';
import type { ContactId } from '../../domain/ids.ts';
import { type Result, ok } from '../../domain/result.ts';
import { contact, count, onField, setting, shownText, timeField } from '../down/fields.ts';
import { type DecodeError, read } from '../down/read.ts';
import { type CardFacts, decodeCard } from './people.ts';

/** Decodes an answer by its schema; null: malformed. */
const readBy =
  <S extends v.GenericSchema>(schema: S) =>
  (data: unknown): v.InferOutput<S> | null => {
    const parsed = v.safeParse(schema, data);
    return parsed.success ? parsed.output : null;
  };

/** Answers of the calls behind picture codes (protocol 2.8). */
const codeFields = v.object({ qrUrl: shownText, path: shownText, qrExpire: shownText });

/** An address, or a path of this server (START-10). An empty one: no picture, or none for this user. */
export function decodePictureCode(
  data: unknown,
): { readonly address: string; readonly until: string } | null {
  const parsed = read(codeFields, data, 'code');
  return parsed.ok && parsed.value.qrUrl !== ''
    ? { address: parsed.value.path || parsed.value.qrUrl, until: parsed.value.qrExpire }
    : null;
}

const scannedGroup = v.object({
  action: v.literal('groupInfo'),
  id: contact,
  displayName: shownText,
  avatar: shownText,
  groupUserCount: count,
  invite_id: shownText,
  setting,
  asks: onField,
  asked: onField,
  guest_days: count,
});

export type ScannedFacts =
  | {
      readonly kind: 'group';
      readonly id: ContactId;
      readonly name: string;
      readonly avatar: string;
      readonly members: number;
      /** The purpose of the group (GROUP-20). */
      readonly about: string;
      /** Managers approve join requests; `asked`: this user has asked (GROUP-25). */
      readonly asks: boolean;
      readonly asked: boolean;
      /** Above 0: visitors come as guests for so many days (GUEST-2). */
      readonly guestDays: number;
      readonly token: string;
    }
  | { readonly kind: 'person'; readonly person: CardFacts };

export function decodeScanned(data: unknown): Result<ScannedFacts, DecodeError> {
  const group = read(scannedGroup, data, 'scan');
  if (group.ok) {
    const { id, displayName: name, avatar, groupUserCount: members, invite_id: token } = group.value;
    const { setting: said, asks, asked, guest_days: guestDays } = group.value;
    const { about } = said;
    return ok({ kind: 'group', id, name, avatar, members, about, asks, asked, guestDays, token });
  }
  const person = decodeCard(data);
  return person.ok ? ok({ kind: 'person', person: person.value }) : person;
}

const loginRow = v.object({
  id: v.string(),
  device: shownText,
  place: shownText,
  since: timeField,
  used: timeField,
  current: onField,
});

/** One login of the user. */
export interface LoginFacts {
  readonly id: string;
  /** Short name; '' if the device sent none. */
  readonly device: string;
  /** Its address in the network. */
  readonly place: string;
  readonly sinceMs: number;
  /** To the minute; 0: unknown. */
  readonly usedMs: number;
  /** The session that sent the request. */
  readonly isOwn: boolean;
}

/** Decodes the answer of getLogins, without malformed rows. Null: not a list. */
export function decodeLogins(data: unknown): readonly LoginFacts[] | null {
  if (!Array.isArray(data)) return null;
  return data.flatMap((given: unknown) => {
    const parsed = v.safeParse(loginRow, given);
    if (!parsed.success) return [];
    const { id, device, place, since, used, current } = parsed.output;
    return [{ id, device, place, sinceMs: since, usedMs: used, isOwn: current }];
  });
}

const ownData = v.object({ words: v.picklist(['stay', 'go']), erasable: onField });

/** An address on this server only. */
const archive = v.pipe(
  v.object({ download: v.pipe(v.string(), v.regex(/^(?:https?:\/\/[^/]+)?\/files\/own\/[\w-]+$/)) }),
  v.transform(({ download }) => ({ address: download })),
);

/** Facts that a user sees before erasing their account (DATA-5). */
export interface OwnDataFacts {
  /** The fate of the user's messages to others. */
  readonly words: 'stay' | 'go';
  readonly erasable: boolean;
}

/** Decodes the answer of getOwnData; null: malformed. */
export const decodeOwnData: (data: unknown) => OwnDataFacts | null = readBy(ownData);

/** Decodes the answer of exportData; null: malformed. */
export const decodeArchive: (data: unknown) => { readonly address: string } | null = readBy(archive);

const state = v.object({ on: onField, recovery: count });
const setUp = v.object({ secret: v.string(), uri: v.string() });
const codes = v.object({ codes: v.array(v.string()) });

const digest = v.pipe(
  v.object({ offered: onField, on: onField, address: shownText }),
  v.transform(({ offered, on, address }) => ({ isOffered: offered, isOn: on, address })),
);
export type MailDigestFacts = v.InferOutput<typeof digest>;
/** Mails about unread messages (DIGEST-1); null: malformed. */
export const decodeMailDigest = readBy(digest);

/** Decoders for the calls of the second step; null: malformed. */
export const decodeSecondStep = readBy(state);
export const decodeSetUp = readBy(setUp);
export const decodeRecoveryCodes = readBy(codes);

const fields = v.object({ cid: shownText, key: shownText });

/** The device's name for logins, and the public key for subscriptions. */
export const decodePush = (
  data: unknown,
): Result<{ readonly cid: string; readonly key: string }, DecodeError> => read(fields, data, 'push');

const openIdRow = v.pipe(
  v.object({ id: v.string(), name: shownText, email: shownText, since: timeField, used: timeField }),
  v.transform(({ since, used, ...rest }) => ({ ...rest, sinceMs: since, usedMs: used })),
);
const openIdList = v.object({ list: v.array(openIdRow) });
const begun = v.object({ url: v.pipe(v.string(), v.startsWith('http')) });
const openIdFields = v.object({
  kind: v.picklist(['in', 'link', 'new']),
  account: shownText,
  name: shownText,
  ticket: v.string(),
});

export type OpenIdFacts = v.InferOutput<typeof openIdRow>;
export type OpenIdFound = v.InferOutput<typeof openIdFields>;

/** Provider logins that open the user's account (OIDC-6). */
export const decodeOpenIds = readBy(openIdList);
export const decodeTrip = readBy(begun);
/** The account here of a provider's user, and the token that opens it (OIDC-4). */
export const decodeFound = readBy(openIdFields);

const passkeyRow = v.pipe(
  v.object({ id: v.string(), name: shownText, since: timeField, used: timeField }),
  v.transform(({ id, name, since, used }) => ({ id, name, sinceMs: since, usedMs: used })),
);
const passkeyList = v.pipe(
  v.object({ on: onField, list: v.array(passkeyRow) }),
  v.transform(({ on, list }) => ({ isPossible: on, list })),
);

export type PasskeyFacts = v.InferOutput<typeof passkeyRow>;

/** The user's passkeys, and whether this server supports them. */
export const decodePasskeys = readBy(passkeyList);
/** Options for the browser, which parses them itself. */
export const decodeQuestion = readBy(v.looseObject({ challenge: v.string() }));

import * as v from 'valibot';
import type { ContactId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { contact, count, onField, setting, shownText } from '../down/fields.ts';
import { read, type DecodeError } from '../down/read.ts';
import { decodeCard, type CardFacts } from './people.ts';

/** Answers of the calls behind picture codes (protocol 2.8). */
const codeFields = v.object({ qrUrl: shownText, qrExpire: shownText });

/** An empty address: no picture, or none for this user. */
export function decodePictureCode(
  data: unknown,
): { readonly address: string; readonly until: string } | null {
  const parsed = read(codeFields, data, 'code');
  return parsed.ok && parsed.value.qrUrl !== ''
    ? { address: parsed.value.qrUrl, until: parsed.value.qrExpire }
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
      readonly token: string;
    }
  | { readonly kind: 'person'; readonly person: CardFacts };

export function decodeScanned(data: unknown): Result<ScannedFacts, DecodeError> {
  const group = read(scannedGroup, data, 'scan');
  if (group.ok) {
    const { id, displayName: name, avatar, groupUserCount: members, invite_id: token } = group.value;
    const { setting: said, asks, asked } = group.value;
    return ok({ kind: 'group', id, name, avatar, members, about: said.about, asks, asked, token });
  }
  const person = decodeCard(data);
  return person.ok ? ok({ kind: 'person', person: person.value }) : person;
}

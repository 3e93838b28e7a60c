import * as v from 'valibot';
import { unreachable } from '../../../domain/assert.ts';
import { parseTarget, userId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import { contactExtends, locationExtends } from '../../../wire/calls/send-message.ts';
import type { OutgoingBody } from '../../../wire/calls/send-message.ts';
import type { Core } from '../../kernel/core.ts';
import { Refused } from '../../kernel/refused.ts';
import { cleanText } from './clean.ts';
import type { UserId } from '../../../domain/ids.ts';

/** What is left of a request once it is checked and cleaned; the rest the server makes itself (SEND-9). */
export interface Composed {
  readonly id: string;
  readonly to: string;
  /** Digest of what the request said (SEND-1). */
  readonly hash: string;
  readonly type: MessageType;
  readonly content: string;
  readonly at: readonly number[];
  readonly pid: number | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
  /** A contact card: the person it shows, whose name and picture the server fills in. */
  readonly person: UserId | null;
  /** A file that the server already holds; looked up in the transaction (FILE-8). */
  readonly fileId: number | null;
}

/** Kinds that a person may send, checked without the store. */
export function compose(core: Pick<Core, 'passwords'>, body: OutgoingBody): Composed {
  const target = parseTarget(body.toContactId);
  if (!target || target.kind === 'system' || target.kind === 'notice') throw new Refused('contactUnknown');
  return {
    id: body.id,
    to: body.toContactId,
    hash: requestHash(core, body),
    type: body.type,
    at: [...new Set(body.at)],
    pid: body.pid || null,
    ...contentOf(body),
  };
}

function contentOf(body: OutgoingBody): Pick<Composed, 'content' | 'extra' | 'person' | 'fileId'> {
  switch (body.type) {
    case 'text':
      return { content: cleanText(body.content), extra: null, person: null, fileId: null };
    case 'location':
      return {
        content: cleanText(body.content),
        extra: details(locationExtends, body),
        person: null,
        fileId: null,
      };
    case 'contact':
      return {
        content: cleanText(body.content),
        extra: null,
        person: userId(details(contactExtends, body).id),
        fileId: null,
      };
    case 'image':
    case 'emoji':
    case 'video':
    case 'file':
      if (!body.file_id) throw new Refused('needsUpload');
      return { content: '', extra: null, person: null, fileId: body.file_id };
    case 'voice':
      throw new Refused('needsUpload');
    case 'event':
    case 'webrtc':
      throw new Refused('typeUnknown');
    default:
      return unreachable(body.type);
  }
}

function details<T extends v.GenericSchema>(schema: T, body: OutgoingBody): v.InferOutput<T> {
  const read = v.safeParse(schema, body.extends);
  if (!read.success) throw new Refused('badExtends');
  return read.output;
}

export const requestHash = (core: Pick<Core, 'passwords'>, body: OutgoingBody): string =>
  core.passwords.digest(
    JSON.stringify([
      body.toContactId,
      body.type,
      body.content,
      body.at,
      body.pid || null,
      body.extends,
      body.file_id || null,
    ]),
  );

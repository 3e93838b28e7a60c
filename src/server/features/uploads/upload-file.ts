import * as v from 'valibot';
import { messageId, userStream } from '../../../domain/ids.ts';
import { duration, mediaLimits } from '../../../domain/limits.ts';
import type { MessageType } from '../../../domain/message.ts';
import { RICH, withFormat } from '../../../domain/rich-text.ts';
import type { MediaFacts } from '../../../ports/files.ts';
import type { FileRow } from '../../../ports/store.ts';
import { outgoing } from '../../../wire/calls/send-message.ts';
import type { OutgoingBody } from '../../../wire/calls/send-message.ts';
import type { uploadFile as call } from '../../../wire/calls/files.ts';
import { code } from '../../../wire/envelope.ts';
import { command } from '../../kernel/core.ts';
import { toHeldFile } from '../../files/held-file.ts';
import { fieldRefusal, Refusal } from '../../kernel/refusal.ts';
import { groupAccess, mediaRefusal, speechRefusal } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { requestHash, cleanText, cleaningCost, hasFormat } from '../messages/compose.ts';
import type { Composed } from '../messages/compose.ts';
import { orTaken, post, slowNow } from '../messages/post.ts';
import type { Sent } from '../messages/post.ts';
import { findEarlierSends } from '../messages/send.ts';
import { takeItems } from '../message-rate.ts';
import { detailsFor } from '../messages/stored-message.ts';
import { addFile, keepFile, look, orUndone, refusedUpload, withStripped } from './take.ts';
import type { GivenFile, KeptFile, CheckedUpload } from './take.ts';

type Body = v.InferOutput<typeof call.body> & { readonly file: GivenFile | null };

/** With `message` it is sent, under the rules of sending; otherwise the file waits to be sent (UP-SRV-6). */
export async function uploadFile(context: SignedIn, body: Body): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const message = body.message === undefined ? null : readMessage(body.message);
  if (message instanceof Refusal) return message;
  const isFile = message?.type === 'file';
  const checked = await look(core, body.file, { ext: body.ext, isFile });
  if (checked instanceof Refusal) return checked;
  const allowed = core.config().fileUpload.fileExt;
  if (allowed.length > 0 && !allowed.some((ext) => ext.toLowerCase() === checked.ext))
    return refusedUpload('fileKind');
  const type = message && kindFor(message, checked);
  if (type instanceof Refusal) return type;
  if (message && type) {
    const barred = await barredUpload(context, message);
    if (barred) return early(barred);
    const refusal = await takeItems(context, 1, cleaningCost(body.caption));
    if (refusal && !(await findEarlierSends(context, refusal, [message.id])).has(message.id)) return refusal;
  }
  const isStripped = !isFile && (type === 'voice' || /^(?:image|video)\//.test(checked.facts.mime));
  const stored = await (isStripped
    ? withStripped(core, checked, (stripped) => keepFile(core, session.user, stripped, 'message'))
    : keepFile(core, session.user, checked, 'message', isFile));
  if (stored instanceof Refusal) return stored;
  return orUndone(stored, async () => {
    if (!message || !type) {
      const file = await command(core, (tx) => addFile(tx, stored));
      return file instanceof Refusal ? file : { data: plainAnswer(context, file) };
    }
    const caption = type === 'voice' || body.caption === '' ? '' : cleanText(body.caption);
    if (caption instanceof Refusal) return early(caption);
    const sent = await send(context, message, type, checked, stored, caption);
    return sent instanceof Refusal ? early(sent) : { data: sent };
  });
}

/**
 * An upload that may not be sent is not stored either; a repeat gets its first result, regardless of present
 * rights (SEND-1).
 */
async function barredUpload(
  { core, session: { user } }: SignedIn,
  { id, toContactId }: OutgoingBody,
): Promise<Refusal | null> {
  const nowMs = core.clock.nowMs();
  return core.store.read(async (tx) => {
    if (await tx.sends.get(messageId(id))) return null;
    const at = await groupAccess(tx, user, toContactId);
    if (at instanceof Refusal) return null;
    return speechRefusal(at, nowMs) ?? mediaRefusal(at, nowMs) ?? slowNow(tx, at, user, nowMs);
  });
}

/** Uploads stop early with 401, also when the message is refused (protocol 2.5). */
const early = (refusal: Refusal): Refusal =>
  refusal.code === code.refused
    ? new Refusal(refusal.reason, { code: code.early, facts: refusal.facts, detail: refusal.detail || [] })
    : refusal;

function readMessage(json: string): OutgoingBody | Refusal {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return new Refusal('badField', { facts: { field: 'message' } });
  }
  const read = v.safeParse(
    outgoing,
    typeof parsed === 'object' && parsed !== null ? { ...parsed, content: '' } : parsed,
    { abortEarly: true },
  );
  if (!read.success) return fieldRefusal(read.issues, 'message.');
  return read.output;
}

const SENDABLE: ReadonlySet<MessageType> = new Set<MessageType>(['image', 'file', 'voice', 'video']);

/** Our clients set this if the user chose to send it as a file (UP-SRV-12). */
const isOnlyFile = ({ extends: extra }: OutgoingBody): boolean =>
  (extra as Readonly<Record<string, unknown>> | undefined)?.['asFile'] === 1;

/**
 * The message's kind: the bytes decide, and the sender only whether a sound is a voice message (UP-SRV-5),
 * and whether it is a file, which is never refused for its kind (UP-SRV-12).
 */
function kindFor(message: OutgoingBody, { facts }: CheckedUpload): MessageType | Refusal {
  const { type: requestedType } = message;
  if (!SENDABLE.has(requestedType)) return new Refusal('typeUnknown');
  const voice = requestedType === 'voice';
  const { kind, durationSec } = facts;
  if (requestedType === 'file') return isOnlyFile(message) ? 'file' : messageTypeOf(facts);
  if (kind === 'video' || (kind === 'audio' && voice)) {
    const max = kind === 'video' ? mediaLimits.videoMaxSec : mediaLimits.voiceMaxSec;
    // Recorders stop at the limit and add a part of a second.
    if (durationSec !== null && Math.floor(durationSec) > max)
      return refusedUpload('mediaLong', { sec: max });
    if (durationSec === null && voice) return refusedUpload('voiceUnreadable');
    if (kind === 'audio') return 'voice';
    return messageTypeOf(facts);
  }
  if (voice) return refusedUpload('voiceUnreadable');
  return messageTypeOf(facts);
}

/** Pictures and videos have dimensions, measured by the server; all others are files (UP-SRV-4). */
function messageTypeOf({ kind, width, height, durationSec }: MediaFacts): MessageType {
  if (width === 0 || height === 0) return 'file';
  if (kind === 'image') return 'image';
  const isShort = durationSec !== null && Math.floor(durationSec) <= mediaLimits.videoMaxSec;
  return kind === 'video' && isShort ? 'video' : 'file';
}

async function send(
  context: SignedIn,
  message: OutgoingBody,
  type: MessageType,
  upload: CheckedUpload,
  storedFile: KeptFile,
  caption: string,
): Promise<Sent | Refusal> {
  const { core, session } = context;
  const marked = caption !== '' && hasFormat(message);
  const details = withFormat(
    { ...detailsFor(type, upload.facts), ...(caption !== '' && { caption }) },
    marked,
  );
  // The digest represents the bytes: the same id with other bytes is another message (SEND-1).
  const hash = core.passwords.digest(
    [
      requestHash(core, { ...message, type, extends: null }),
      upload.source.digest,
      ...(caption === '' ? [] : [caption]),
      ...(marked ? [RICH] : []),
    ].join(' '),
  );
  const write = () =>
    command(core, async (tx, record) => {
      const draft: Composed = {
        id: message.id,
        to: message.toContactId,
        hash,
        type,
        content: upload.name,
        at: [...new Set(message.at)],
        pid: message.pid || null,
        extra: null,
        person: null,
        fileId: null,
      };
      const repeat = await tx.sends.get(message.id as never);
      if (repeat) return post(context, tx, record, session.user, draft);
      const file = await addFile(tx, storedFile);
      if (file instanceof Refusal) return file;
      return post(context, tx, record, session.user, {
        ...draft,
        extra: { ...details, file: toHeldFile(file) },
      });
    });
  return orTaken(core, message.id, write);
}

/** A file that no message holds yet, for its owner. */
function plainAnswer(
  { core, session: { user } }: SignedIn,
  file: FileRow,
): Readonly<Record<string, unknown>> {
  return {
    file_id: file.id,
    src: core.settings.links?.file(file, userStream(user)) ?? '',
    name: file.name,
    cate: file.cate,
    size: file.sizeBytes,
    md5: file.digest,
    file_type: file.mime,
    ext: file.ext,
    type: 2,
    user_id: user,
    videoInfo:
      file.cate === 4 && file.details?.width && file.details.height
        ? {
            width: file.details.width,
            height: file.details.height,
            duration: file.details.durationSec ?? 0,
          }
        : null,
    create_time: Math.floor(file.createdAtMs / duration.SECOND),
  };
}

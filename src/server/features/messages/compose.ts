import * as v from 'valibot';
import { unreachable } from '../../../domain/assert.ts';
import { parseTarget, userId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import { contactExtends, locationExtends } from '../../../wire/calls/send-message.ts';
import type { OutgoingBody } from '../../../wire/calls/send-message.ts';
import type { MessageRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import sanitizeHtml from 'sanitize-html';
import { peopleLimits, textLimits as limits } from '../../../domain/limits.ts';
import { mentionsIn } from '../../../domain/mention-names.ts';
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_TAGS,
  NOTICE_TAG,
  isHeavyMarkup,
  toMarkup,
  toPlain,
} from '../../../domain/markup.ts';
import { isPoll } from '../../../domain/poll-mark.ts';
import { pollExtra, pollOf, pollProblem } from '../../../domain/poll.ts';
import { pollLimits } from '../../../domain/message-limits.ts';
import { isRich, withWordMarks, wordMarksIn, wordMarksOf } from '../../../domain/rich-text.ts';
import type { WordMarks } from '../../../domain/rich-text.ts';
import { isUnseen } from '../../../domain/unseen.ts';
import { lengthOf } from '../../../domain/validation.ts';

/** The validated and cleaned part of a request; the server creates the rest itself (SEND-9). */
export interface Composed {
  readonly id: string;
  readonly to: string;
  /** Digest of the request (SEND-1). */
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
  /** Names the change by which the draft of that chat ends with it; absent: none (DRAFT-4). */
  readonly endsDraft?: string;
}

/** Kinds that a person may send, checked without the store. */
export function compose(core: Pick<Core, 'passwords'>, body: OutgoingBody): Composed | Refusal {
  const target = parseTarget(body.toContactId);
  if (!target || target.kind === 'system' || target.kind === 'notice') return new Refusal('contactUnknown');
  const content = contentOf(body);
  if (content instanceof Refusal) return content;
  // Own notes have no other voter.
  if (isPoll(content.extra) && target.kind === 'favourites') return new Refusal('pollHere');
  return {
    id: body.id,
    to: body.toContactId,
    hash: requestHash(core, body),
    type: body.type,
    at: isPoll(content.extra) ? [] : [...new Set(body.at)],
    pid: body.pid || null,
    ...(body.ends_draft && { endsDraft: body.ends_draft }),
    ...content,
  };
}

type Content = Pick<Composed, 'content' | 'extra' | 'person' | 'fileId'>;

function contentOf(body: OutgoingBody): Content | Refusal {
  switch (body.type) {
    case 'text':
      if (isPoll(body.extends)) return readContent(body);
      return withWords(body, (content) => ({
        extra: withRaw(withWordMarks(null, marksFor(body, content)), body),
      }));
    case 'location':
      return withWords(body, () => {
        const extra = details(locationExtends, body);
        return extra instanceof Refusal ? extra : { extra };
      });
    case 'contact':
      return withWords(body, () => {
        const card = details(contactExtends, body);
        return card instanceof Refusal ? card : { person: userId(card.id) };
      });
    case 'image':
    case 'emoji':
    case 'video':
    case 'file':
      if (!body.file_id) return new Refusal('needsUpload');
      return { content: '', extra: null, person: null, fileId: body.file_id };
    case 'voice':
      return new Refusal('needsUpload');
    case 'event':
    case 'webrtc':
      return new Refusal('typeUnknown');
    default:
      return unreachable(body.type);
  }
}

/** Buttons, which are checked with the rights of the author (BOT-13). */
function withRaw(extra: Composed['extra'], { extends: given }: OutgoingBody): Composed['extra'] {
  const buttons = given?.['buttons'];
  return buttons === undefined ? extra : { ...extra, buttons };
}

/** A poll: its question is plain text, and other fields of `extends` are dropped (POLL-1, POLL-2). */
function readContent(body: OutgoingBody): Content | Refusal {
  const problem = pollProblem(body.extends?.['poll']);
  if (problem === 'shape') return new Refusal('badExtends');
  if (problem === 'options')
    return new Refusal('pollOptions', {
      facts: { min: pollLimits.optionsMin, max: pollLimits.optionsMax, length: pollLimits.optionMax },
    });
  const words = cleanText(body.content);
  if (words instanceof Refusal) return words;
  const question = toPlain(words).trim();
  if (isUnseen(question)) return new Refusal('emptyMessage');
  if (lengthOf(question) > pollLimits.questionMax)
    return new Refusal('pollLong', { facts: { max: pollLimits.questionMax } });
  const poll = pollOf(body.extends);
  return { content: toMarkup(question), extra: poll && pollExtra(poll), person: null, fileId: null };
}

/** Returns true if its text contains markup (RICH-1). */
export const hasFormat = ({ extends: extra }: { readonly extends?: unknown }): boolean =>
  isRich(extra as MessageRow['extra']);

/** The marks of a text; of its mentions only those it contains, up to their limit (MENTION-6). */
export function marksFor(
  { extends: extra, at }: Pick<OutgoingBody, 'extends' | 'at'>,
  content: string,
): WordMarks {
  const { format } = wordMarksIn(extra);
  const places = new Set(at);
  const mentioned = mentionsIn(extra)
    .slice(0, peopleLimits.mentionsMax)
    .filter(({ id }) => places.has(id));
  const { mentions } = wordMarksOf({ text: toPlain(content), at: mentioned, asPlain: true });
  return { ...(format && { format }), ...(mentions && { mentions }) };
}

/** Cleaned words, then what the kind of the message adds to them. */
function withWords(
  body: OutgoingBody,
  more: (content: string) => Partial<Content> | Refusal,
): Content | Refusal {
  const content = cleanText(body.content);
  if (content instanceof Refusal) return content;
  const added = more(content);
  return added instanceof Refusal ? added : { content, extra: null, person: null, fileId: null, ...added };
}

function details<T extends v.GenericSchema>(schema: T, body: OutgoingBody): v.InferOutput<T> | Refusal {
  const read = v.safeParse(schema, body.extends);
  if (!read.success) return new Refusal('badExtends');
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

/**
 * Escaped text and line breaks only, as our own clients write it: needs no cleaning, and stays unchanged.
 * Matches runs of characters at once.
 */
const PLAIN = /^[^<>&]*(?:(?:&(?:amp|lt|gt|quot|#39);|<br>)[^<>&]*)*$/;

const MARK = /^[a-z][\w-]{0,39}$/i;

const OPTIONS: sanitizeHtml.IOptions = {
  // The heading marks the server's own announcements: user text must not look like one.
  allowedTags: ALLOWED_TAGS.filter((tag) => tag !== NOTICE_TAG),
  allowedAttributes: { a: [...ALLOWED_ATTRIBUTES.a], img: [...ALLOWED_ATTRIBUTES.img] },
  // Other clients mark a mention by a class; ours drops it when it shows the words.
  allowedClasses: { a: [MARK], span: [MARK] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  parser: { lowerCaseTags: true },
};

/**
 * Message text on write: cleaned to the allow-list (WIRE-9), not empty, not too long without its tags
 * (SEND-10).
 */
export function cleanText(content: string): string | Refusal {
  if (isHeavyMarkup(content)) return new Refusal('markupHeavy');
  const clean = PLAIN.test(content) ? content : sanitizeHtml(content, OPTIONS);
  const words = toPlain(clean);
  if (isUnseen(words) && !/<img\b/i.test(clean)) return new Refusal('emptyMessage');
  if (lengthOf(words) > limits.messageMax)
    return new Refusal('messageLong', { facts: { max: limits.messageMax } });
  return clean;
}

/** Server text forwarded by a user: without the heading that makes it an announcement. */
export const withoutHeads = (content: string): string =>
  content.replaceAll(/<(\/?)h3>/g, (_, end: string) => (end ? '<br>' : ''));

/** Cost of cleaning this, in characters; zero for what our own clients write (LIMIT-9). */
export const cleaningCost = (content: unknown): number =>
  typeof content === 'string' && !PLAIN.test(content) ? content.length : 0;

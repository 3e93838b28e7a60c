import { type StreamId, type UserId, groupOfStream, peopleOfStream } from '../../domain/ids.ts';
import { peopleLimits } from '../../domain/limits.ts';
import { linkParts } from '../../domain/linkify.ts';
import { toMarkup, toPlain } from '../../domain/markup.ts';
import { type MessageType, captionOf } from '../../domain/message.ts';
import { POLL_HEAD } from '../../domain/poll-mark.ts';
import { pollOf } from '../../domain/poll.ts';
import { richHtml } from '../../domain/rich-html.ts';
import { isRich } from '../../domain/rich-text.ts';
import type { EventRow, MessageRow, ReadTx } from '../../ports/store.ts';
import type { Settings } from '../kernel/core.ts';
import type { WireFrame } from '../kernel/wire-frame.ts';
import { absolute } from './absolute.ts';

const SIGN = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]+);|[^]/giu;

/** Bare links of a message's words as anchors, for clients that show the markup as it is (protocol 2.1); never inside of one. */
export function linked(content: string): string {
  if (/<(?:img|a)\b/i.test(content)) return content;
  return content
    .split(/(<[^<>]*>)/)
    .map((part) => (part.startsWith('<') ? part : withAnchors(part)))
    .join('');
}

/** Finds addresses in the words, and keeps every character escaped as it was. */
function withAnchors(markup: string): string {
  if (!/[.:@]/.test(markup)) return markup;
  const characters = markup.match(SIGN) ?? [];
  const words = characters.map((sign) => (sign.length > 1 && sign.startsWith('&') ? toPlain(sign) : sign));
  const parts = linkParts(words.join(''));
  if (parts.every(({ href }) => href === null)) return markup;
  let at = 0;
  const rendered = parts.map(({ text, href }) => {
    let escaped = '';
    for (let length = 0; length < text.length; at += 1) {
      escaped += characters[at] ?? '';
      length += words[at]?.length ?? text.length;
    }
    return href === null ? escaped : anchor(href, escaped);
  });
  return rendered.join('') + characters.slice(at).join('');
}

const anchor = (href: string, words: string): string =>
  `<a href="${toMarkup(href)}" target="_blank" rel="noopener noreferrer">${words}</a>`;

/*
 * Adjustments for base-protocol clients, which know the contract and not our streams: they look for their own
 * number in `at`, offer "edit again" on `is_undo`, and show text unchanged (docs/protocol.md, "Plain
 * clients").
 */

/** Members of groups in which all were mentioned; null for a group too large to list them. */
export type Everyone = ReadonlyMap<StreamId, readonly UserId[] | null>;

/** Expands a mention of all to the members it addresses. */
export async function everyoneIn(
  tx: ReadTx,
  rows: Iterable<Pick<MessageRow, 'stream' | 'at'>>,
): Promise<Everyone> {
  const membersByStream = new Map<StreamId, readonly UserId[] | null>();
  for (const { stream, at } of rows) {
    if (!at.includes(0) || groupOfStream(stream) === null || membersByStream.has(stream)) continue;
    const few = (await tx.members.count(stream)) <= peopleLimits.fullListMax;
    membersByStream.set(stream, few ? await tx.members.idsOf(stream) : null);
  }
  return membersByStream;
}

/** The reader, and known facts about the conversation. */
interface Reading {
  readonly stream: StreamId;
  readonly viewer: UserId;
  readonly everyone: Everyone;
  /** Prefix of addresses within text; those in separate fields get it later. */
  readonly origin: string | null | undefined;
  /** Only pictures, videos or files were requested: each is shown in its own form. */
  readonly asKind?: boolean;
  /** Votes for each option of a poll. */
  readonly counts?: readonly number[];
}

/** A message as a plain client reads it. */
export function plainMessage(data: Readonly<Record<string, unknown>>, on: Reading): Record<string, unknown> {
  const plain: Record<string, unknown> = { ...data };
  delete plain['link'];
  if (data['extends']) plain['extends'] = withoutMentions(data['extends']);
  if (Array.isArray(data['at']) && data['at'].includes(0))
    plain['at'] = usersMentioned(data['from_user'], on);
  if (data['type'] === 'text' && typeof data['content'] === 'string')
    Object.assign(plain, pollAsText(data, on) ?? { content: htmlOf(data['content'], data['extends']) });
  if (on.asKind !== true) Object.assign(plain, captioned(data, on.origin));
  if (data['is_undo'] === 1 && data['from_user'] !== on.viewer) delete plain['is_undo'];
  return withoutThread(plain);
}

/** Mentions are sent in `at` alone (MENTION-5), the author of a forward not at all (FORWARD-2). */
function withoutMentions(extra: unknown): unknown {
  const fields = extra as Readonly<Record<string, unknown>>;
  if (!['mentions', 'named', 'forward'].some((name) => name in fields)) return extra;
  const { mentions: _mentions, named: _named, forward: _forward, ...rest } = fields;
  return Object.keys(rest).length === 0 ? null : rest;
}

/** An answer is sent as a plain quoting message (THREAD-9). */
function withoutThread(data: Record<string, unknown>): Record<string, unknown> {
  if (data['root'] === undefined && data['thread'] === undefined) return data;
  const { root: _root, thread: _thread, ...plain } = data;
  return plain;
}

/** A poll is its question, and its options by their numbers with the votes for each (POLL-10). */
function pollAsText(
  { content, extends: extra }: Readonly<Record<string, unknown>>,
  { counts = [] }: Reading,
): Record<string, unknown> | null {
  const poll = pollOf(extra as MessageRow['extra']);
  if (poll === null) return null;
  const { poll: _, ...rest } = extra as Readonly<Record<string, unknown>>;
  const options = poll.options.map((one, at) => `<br>${at + 1}. ${toMarkup(one)} (${counts[at] ?? 0})`);
  return {
    content: `${POLL_HEAD}${String(content)}${options.join('')}`,
    extends: Object.keys(rest).length === 0 ? null : rest,
  };
}

/** The text for a client that renders elements; markup is converted to them (RICH-5). */
function htmlOf(words: string, extra: unknown): string {
  if (!isRich(extra as MessageRow['extra'])) return linked(words);
  return richHtml(toPlain(words)).replaceAll('<a ', '<a target="_blank" rel="noopener noreferrer" ');
}

const FILES: ReadonlySet<unknown> = new Set<MessageType>(['image', 'video', 'file']);

/**
 * They draw no words under a picture or file, but any text as markup: so it is one, which holds both (MSG-2).
 */
function captioned(
  { type, content, fileName, extends: extra }: Readonly<Record<string, unknown>>,
  origin: string | null | undefined,
): Record<string, unknown> | null {
  const caption = FILES.has(type) ? captionOf(extra as MessageRow['extra']) : '';
  if (caption === '') return null;
  const address = toMarkup(`${origin ?? ''}${String(content)}`);
  const name = toMarkup(String(fileName));
  const label = type === 'image' ? `<img src="${address}" alt="">` : name;
  return {
    type: 'text',
    content: `<a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a><br>${htmlOf(caption, extra)}`,
  };
}

/** All members except the author; in a large group the reader only. */
function usersMentioned(author: unknown, { stream, viewer, everyone }: Reading): readonly number[] {
  return (everyone.get(stream) ?? [viewer]).filter((user) => user !== author);
}

/** A frame as a plain client reads it. */
export function plainFrame(
  frame: WireFrame,
  event: EventRow,
  viewer: UserId,
  everyone: Everyone,
  settings: Pick<Settings, 'publicUrl'>,
): WireFrame {
  const { kind } = event.facts;
  const isMessage = kind === 'message' || kind === 'recall' || kind === 'updated' || kind === 'edited';
  const data = isMessage
    ? plainMessage(frame.data as Record<string, unknown>, {
        stream: event.stream,
        viewer,
        everyone,
        origin: settings.publicUrl,
      })
    : frame.data;
  const visibleData = kind === 'delete' ? withoutThread(data as Record<string, unknown>) : data;
  return { ...frame, data: absolute(visibleData, settings.publicUrl) };
}

/** Returns true if `plainFrame` gives two members of a group the same frame. */
export function isSameForAll({
  stream,
  facts,
  message,
}: EventRow & { readonly message?: MessageRow | undefined }): boolean {
  return (
    peopleOfStream(stream) === null &&
    facts.kind === 'message' &&
    message?.at.includes(0) === false &&
    !message.recalled
  );
}

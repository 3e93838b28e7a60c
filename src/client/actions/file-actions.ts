import { messageId } from '../../domain/ids.ts';
import { searchLimits as searching } from '../../domain/limits.ts';
import { windowLimits as limits } from '../state/limits.ts';
import type { SearchFilter } from '../../domain/search-filter.ts';
import type { Outgoing, Quote } from '../../domain/message.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import {
  decodeAddress,
  decodeEmojis,
  decodeFiles,
  decodeFound,
  decodeNext,
  decodePack,
  decodePacks,
  decodeServerEmoji,
} from '../../wire/answers/files.ts';
import { decodePage } from '../../wire/answers/messages.ts';
import * as calls from '../../wire/calls/files.ts';
import * as stickerCalls from '../../wire/calls/stickers.ts';
import { getMessageList } from '../../wire/calls/messages.ts';
import { code } from '../../wire/envelope.ts';
import type { Failure } from '../interface/client.ts';
import type { FileActions, FoundMessage, LocalFile } from '../interface/files.ts';
import { groupKindOf } from '../connection/api.ts';
import type { UploadActions } from './upload-actions.ts';
import { MISREAD, NOBODY_SIGNED_IN, outcome, path } from '../connection/answers.ts';
import { quotedInOutbox } from '../state/quoting.ts';
import { takeSelf, type ActionParts } from './parts.ts';

type SearchRequest = Parameters<FileActions['searchMessages']>[0];
type SearchAnswer = ReturnType<FileActions['searchMessages']>;

const ROLES = { any: 0, sent: 1, received: 2 } as const;

type StickerActions = Pick<
  FileActions,
  'serverEmoji' | 'packs' | 'savePack' | 'removePack' | 'packOf' | 'addPack'
>;

export function fileActions(parts: ActionParts): Omit<FileActions, keyof UploadActions> {
  const { api } = parts;
  return {
    ...uploading(parts),
    ...stickers(parts),

    emojis: async () => {
      const answer = await api.call(path(calls.emojiIndex), {});
      return answer.ok ? ok(decodeEmojis(answer.value.data)) : answer;
    },
    addEmoji: (fileId) => outcome(api.call(path(calls.emojiAdd), { file_id: fileId })),
    deleteEmojis: (ids) => outcome(api.call(path(calls.emojiDel), { ids })),
    moveEmojis: (ids) => outcome(api.call(path(calls.emojiMove), { ids })),
    sendEmoji: (to, emoji, quote = null) =>
      sendStored(parts, { to, type: 'emoji', content: emoji.src, fileId: emoji.fileId }, quote),
    sendStoredFile: async (to, { type, src, fileId }) => {
      if (type === 'event' || type === 'webrtc')
        return fail({ kind: 'server', code: code.refused, message: '' });
      return sendStored(parts, { to, type, content: src, fileId });
    },

    searchMessages: (query) => (parts.plain.is() ? searchHistory(parts, query) : searchAll(parts, query)),
    browse: async ({ conversation, type, keywords = '', page = 1, limit = limits.pageSize }) => {
      const body = {
        toContactId: conversation,
        is_group: groupKindOf(conversation),
        type,
        keywords,
        page,
        limit,
        peek: 1,
      };
      const answer = await api.call(path(getMessageList), body);
      return answer.ok
        ? ok({ messages: decodePage(answer.value.data).messages, total: answer.value.count })
        : answer;
    },
    files: async ({ role, cate = 0, keywords = '', page = 1, limit = 20, all = false }) => {
      const answer = await api.call(path(calls.filesIndex), {
        role: ROLES[role],
        cate,
        keywords,
        page,
        limit,
        is_all: all ? 1 : 0,
      });
      return answer.ok ? ok({ rows: decodeFiles(answer.value.data), total: answer.value.count }) : answer;
    },
    // Addresses of a plain server do not end.
    renewLink: async (link) =>
      parts.plain.is()
        ? ok(link)
        : addressOf(await api.call(path(calls.renewLink), { src: link }, { quiet: true })),
  };
}

/** A plain server searches one conversation at a time, in its history. */
async function searchHistory(
  { api }: ActionParts,
  { keywords, conversation, page = 1, limit = limits.pageSize }: SearchRequest,
): SearchAnswer {
  if (conversation === undefined) return ok({ rows: [], more: false });
  const body = {
    toContactId: conversation,
    is_group: groupKindOf(conversation),
    type: 'text',
    keywords,
    page,
    limit,
  };
  const answer = await api.call(path(getMessageList), body);
  if (!answer.ok) return answer;
  const rows = decodePage(answer.value.data).messages.map((message) => ({ conversation, message }));
  return ok({ rows, more: answer.value.count > page * limit });
}

/** Continues when the server reports that one request reached its cost limit (SEARCH-10). */
async function searchAll(
  { api }: ActionParts,
  { keywords, conversation, filter = {}, page = 1, limit = limits.pageSize }: SearchRequest,
): SearchAnswer {
  const where = conversation === undefined ? {} : { toContactId: conversation };
  const rows: FoundMessage[] = [];
  let from: Readonly<Record<string, number>> = { page };
  for (let turn = 0; ; turn += 1) {
    const answer = await api.call(path(calls.search), {
      keywords,
      ...where,
      ...narrowedBy(filter),
      ...from,
      limit: limit - rows.length,
    });
    if (!answer.ok) return answer;
    const { data, count, whole } = answer.value;
    const next = decodeNext(whole);
    const matches = decodeFound(data);
    rows.push(...matches);
    const full = rows.length >= limit;
    if (full || next === null || turn >= searching.goOnMax)
      return ok({
        rows,
        more: next !== null || count > (turn === 0 ? (page - 1) * limit : 0) + matches.length,
      });
    from = { last_id: next };
  }
}

const narrowedBy = ({ from, has, sinceMs, untilMs }: SearchFilter): Readonly<Record<string, unknown>> => ({
  ...(from === undefined ? {} : { from_user: from }),
  ...(has === undefined ? {} : { has }),
  ...(sinceMs === undefined ? {} : { since: Math.floor(sinceMs / 1_000) }),
  ...(untilMs === undefined ? {} : { until: Math.floor(untilMs / 1_000) }),
});

async function sendStored(
  { scope, opened, plain, ports }: ActionParts,
  fields: Pick<Outgoing, 'to' | 'type' | 'content' | 'fileId'>,
  quote: Quote | null = null,
): Promise<Result<Outgoing['id'], Failure>> {
  const open = scope() ?? (await opened());
  if (open === null) return NOBODY_SIGNED_IN;
  const message: Outgoing = {
    ...fields,
    id: messageId(ports.ids.uuid()),
    at: [],
    quote: quotedInOutbox(quote, plain.is()),
    extra: null,
    createdAtMs: ports.clock.nowMs(),
  };
  return (await open.outbox.add(message)) ? ok(message.id) : fail({ kind: 'transport', why: 'full' });
}

const stickers = ({ api, plain }: ActionParts): StickerActions => ({
  serverEmoji: async () => {
    if (plain.is()) return ok([]);
    const answer = await api.call(path(stickerCalls.serverEmoji), {});
    return answer.ok ? ok(decodeServerEmoji(answer.value.data)) : answer;
  },
  packs: async () => {
    if (plain.is()) return ok([]);
    const answer = await api.call(path(stickerCalls.packs), {});
    return answer.ok ? ok(decodePacks(answer.value.data)) : answer;
  },
  savePack: (id, title, files) => outcome(api.call(path(stickerCalls.packSave), { id, title, files })),
  removePack: (id) => outcome(api.call(path(stickerCalls.packRemove), { id })),
  packOf: async (message) => {
    const answer = await api.call(path(stickerCalls.packOf), { id: message });
    if (!answer.ok) return answer;
    const pack = decodePack(answer.value.data);
    return pack ? ok(pack) : fail({ kind: 'server', code: code.refused, message: '' });
  },
  addPack: (message) => outcome(api.call(path(stickerCalls.packAdd), { id: message })),
});

type Uploading = Pick<FileActions, 'uploadAvatar' | 'uploadEmoji'>;

function uploading(parts: ActionParts): Uploading {
  const { api, session, store } = parts;
  const whole = async (
    call: string,
    file: LocalFile,
    onProgress: (sentBytes: number) => void = () => undefined,
  ): Promise<Result<string, Failure>> => {
    const uploaded = await api.upload(call, { fields: {}, file, onProgress }).result;
    return addressOf(api.report(uploaded));
  };
  return {
    uploadAvatar: async (file, onProgress) => {
      const before = store.get().self;
      const answer = await whole(path(calls.uploadAvatar), file, onProgress);
      const { self } = session.current() ?? {};
      if (answer.ok && self) takeSelf(parts, before, { ...self, avatar: answer.value });
      return answer;
    },
    uploadEmoji: (file, onProgress) => whole(path(calls.uploadEmoji), file, onProgress),
  };
}

function addressOf(answer: Result<{ readonly data?: unknown }, Failure>): Result<string, Failure> {
  if (!answer.ok) return answer;
  const address = decodeAddress(answer.value.data);
  return address === null ? MISREAD : ok(address);
}

import { windowLimits as limits } from '../state/limits.ts';
import { ok } from '../../domain/result.ts';
import { decodeMomentNews, decodeMoments, decodeUploaded } from '../../wire/answers/moments.ts';
import { uploadFile } from '../../wire/calls/files.ts';
import * as calls from '../../wire/calls/moments.ts';
import type { MomentActions } from '../interface/moments.ts';
import { DONE, MISREAD, outcome, path } from '../connection/answers.ts';
import type { ActionParts } from './parts.ts';

export function momentActions({ api, ports, store }: ActionParts): Omit<MomentActions, 'momentsSeen'> {
  return {
    refreshMomentNews: async () => {
      const answer = await api.call(path(calls.momentNews), {}, { quiet: true });
      if (!answer.ok) return answer;
      const atMs = decodeMomentNews(answer.value.data);
      if (atMs === null) return MISREAD;
      store.dispatch({ type: 'momentsAsked', atMs });
      return DONE;
    },
    moments: async (before) => {
      const answer = await api.call(path(calls.momentList), { last_id: before, limit: limits.pageSize });
      return answer.ok ? ok(decodeMoments(answer.value.data)) : answer;
    },
    addMoment: async (words, pictures, viewers) => {
      const files: number[] = [];
      for (const file of pictures) {
        const uploaded = await api.upload(path(uploadFile), { fields: {}, file, onProgress: () => undefined })
          .result;
        const answer = api.report(uploaded);
        if (!answer.ok) return answer;
        const id = decodeUploaded(answer.value.data);
        if (id === 0) return MISREAD;
        files.push(id);
      }
      return outcome(
        api.call(path(calls.momentAdd), {
          content: words.trim(),
          file_ids: files,
          audience: viewers === null ? 'friends' : viewers.length === 0 ? 'self' : 'chosen',
          audience_ids: viewers ?? [],
          op: ports.ids.uuid(),
        }),
      );
    },
    deleteMoment: (id) => outcome(api.call(path(calls.momentDel), { id })),
    likeMoment: (id, on) => outcome(api.call(path(calls.momentLike), { id, on: Number(on) })),
    commentMoment: (id, words, replyTo) =>
      outcome(
        api.call(path(calls.momentComment), {
          id,
          content: words.trim(),
          ...(replyTo === null ? {} : { reply_to: replyTo }),
          op: ports.ids.uuid(),
        }),
      ),
    deleteComment: (id) => outcome(api.call(path(calls.momentUncomment), { id })),
  };
}

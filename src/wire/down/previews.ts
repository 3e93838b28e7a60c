import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { LinkPreview } from '../../domain/link-preview.ts';
import { isWebAddress } from '../../domain/links.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { ifValid, whole } from '../scalars.ts';
import { contact, conversationIn, message, shownText } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

const side = v.pipe(whole, v.minValue(1));
const link = v.pipe(
  v.object({
    url: v.pipe(v.string(), v.check(isWebAddress)),
    title: shownText,
    text: shownText,
    site: shownText,
    picture: v.fallback(
      v.nullable(v.object({ src: v.pipe(v.string(), v.nonEmpty()), width: side, height: side })),
      null,
    ),
  }),
  v.transform((given): LinkPreview => given),
);

/** The card under a row of the history (PREVIEW-7). */
export const linkField = v.fallback(v.optional(link), undefined);

/** `previewed`, ours. */
export const previewedFields = v.object({
  id: message,
  toContactId: ifValid(contact),
  link: v.fallback(v.nullable(link), null),
});

export function decodePreviewed(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(previewedFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id, toContactId, link: card } = parsed.value;
  return ok({
    type: 'messagePreviewed',
    conversation: toContactId === undefined ? null : conversationIn(at, toContactId),
    id,
    link: card,
  });
}

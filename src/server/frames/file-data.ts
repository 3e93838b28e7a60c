import type { MessageRow } from '../../ports/store.ts';
import { fileIn, linkInExtra, isShown } from '../files/held-file.ts';
import type { FileLinks } from '../kernel/core.ts';

/** Fields of a message about its file (protocol 5.4); null for a message without one. */
export function fileData(
  row: MessageRow,
  links: FileLinks | undefined,
): Readonly<Record<string, unknown>> | null {
  const file = row.recalled ? null : fileIn(row.extra);
  if (!file || !links) return null;
  if (row.type === 'emoji') {
    const picture = links.picture(file.key);
    return {
      content: picture,
      file_id: file.id,
      file_cate: file.cate,
      fileName: file.name,
      fileSize: file.size,
      preview: picture,
      extUrl: picture,
      download: picture,
    };
  }
  const address = links.file(file, row.stream);
  return {
    content: address,
    file_id: row.type === 'voice' ? 0 : file.id,
    file_cate: file.cate,
    fileName: file.name,
    fileSize: file.size,
    preview: isShown(file.mime) ? address : '',
    extUrl: row.type === 'image' ? address : '/static/file.svg',
    download: `${address}&d=1`,
  };
}

/** `extends` without fields only this server needs; an empty one is null. */
export function detailsOf(extra: MessageRow['extra']): MessageRow['extra'] {
  if (extra === null || !('file' in extra || 'link' in extra)) return extra;
  const { file: _file, link: _link, ...rest } = extra;
  if (!hasNoSize(rest)) return Object.keys(rest).length === 0 ? null : rest;
  // Versions before 6.1 stored bitmaps and icons, and videos that they could not measure, with a size of 0.
  const { width: _width, height: _height, fixMode: _mode, ...sizeless } = rest;
  return Object.keys(sizeless).length === 0 ? null : sizeless;
}

/** Returns true if it contains invalid dimensions. */
const hasNoSize = ({ width, height }: Readonly<Record<string, unknown>>): boolean =>
  (width !== undefined || height !== undefined) && !(Number(width) > 0 && Number(height) > 0);

/** The card of a text, with an address of its picture; ours alone (PREVIEW-9). */
export function linkData(
  { extra, stream, recalled }: Pick<MessageRow, 'extra' | 'stream' | 'recalled'>,
  links: FileLinks | undefined,
): Readonly<Record<string, unknown>> | null {
  const link = recalled ? null : linkInExtra(extra);
  if (link === null || link.gone) return null;
  const { url, title, text, site, picture } = link;
  return {
    url,
    title,
    text,
    site,
    picture:
      picture && links
        ? { src: links.file(picture, stream), width: picture.width, height: picture.height }
        : null,
  };
}

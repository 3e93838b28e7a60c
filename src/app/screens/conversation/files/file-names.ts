import type { FileListRow } from '../../../../client/interface/files.ts';

/** Kinds of the server. */
export const PICTURES = 2;
export const VIDEOS = 4;

/** The server sends name and extension separately. */
export const wholeName = ({ name, ext }: FileListRow): string =>
  ext === '' || name.toLowerCase().endsWith(`.${ext.toLowerCase()}`) ? name : `${name}.${ext}`;

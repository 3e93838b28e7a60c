import { initialsOf } from '../../domain/initials.ts';

const SIZE = 160;

/** Address of the picture of somebody who has none: all that is drawn stands in it (FILE-10). */
export const defaultFace = (name: string, id: number): string =>
  `/avatar/${encodeURIComponent(initialsOf(name))}/${SIZE}/${id}`;

export const isDefaultFace = (avatar: string): boolean => avatar === '' || avatar.startsWith('/avatar/');

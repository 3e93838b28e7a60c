import { initialsOf } from '../../domain/initials.ts';

const SIZE = 160;

/** Address of the generated picture of a user without one: it contains everything drawn (FILE-10). */
export const defaultFace = (name: string, id: number): string =>
  `/avatar/${encodeURIComponent(initialsOf(name))}/${SIZE}/${id}`;

export const isDefaultFace = (avatar: string): boolean => avatar === '' || avatar.startsWith('/avatar/');

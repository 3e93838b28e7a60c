/** The client sorts a renamed contact by the same letters. */
export { indexLetter, namePy } from '../../domain/initials.ts';

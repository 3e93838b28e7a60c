import { ERASED_NAME } from '../../domain/erased-name.ts';
import { NOTICE_HEAD } from '../../domain/markup.ts';
import { say } from './texts.ts';
import type { TextLanguage } from './texts.ts';

/** A deleted account in the reader's language (DATA-9). */
export const nameForReader = (name: string, language: TextLanguage): string =>
  name === ERASED_NAME ? say('erasedName', language) : name;

/** A text with the heading of a group announcement in the reader's language (PUSH-4). */
export const textForReader = (html: string, language: TextLanguage): string =>
  html.startsWith(NOTICE_HEAD) ? say('groupNotice', language) + html.slice(NOTICE_HEAD.length) : html;

/**
 * Paths that code names, as the family has them. Apart from the table of pages, which loads the pages that
 * link to them.
 */
export const LOGIN = '/pages/login/index';
export const REGISTER = '/pages/login/register';
export const CONTACTS = '/pages/contacts/index';
export const DETAIL = '/pages/message/detail';
export const EMOJI = '/pages/message/emoji';
export const HISTORY = '/pages/message/record';
export const CALL_PAGE = '/pages/message/call';
export const VIDEO = '/pages/message/video';
export const SEARCH = '/pages/index/search';

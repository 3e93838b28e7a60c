/** The addresses that first pages name; they come without those of all others. */
export const LOGIN = '/pages/login/index';
export const REGISTER = '/pages/login/register';
/** The start page of the app. */
export const HOME = '/pages/index/index';
export const isHome = (hash: string): boolean => ['', '#/', `#${HOME}`].includes(hash);

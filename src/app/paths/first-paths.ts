/** The addresses that the login page names; it comes without those of all other pages. */
export const LOGIN = '/pages/login/index';
export const REGISTER = '/pages/login/register';

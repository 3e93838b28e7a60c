/** The little of the wire that the login page needs before the rest of it is here. */
export const LOGIN_PATH = '/common/pub/login';
/**
 * What our client says of itself in `X-Requested-With`: plain clients are sent some things in another way.
 */
export const OUR_CLIENT = 'parley';

/** Names the login of a browser that opens the inspector: the key that ends the login (INSP-18). */
export const INSPECTOR_COOKIE = 'parley_inspector';

/**
 * The name of a deleted account on the wire: in both languages, because base-protocol clients show it as it
 * is. Everything else shows it in the viewer's language (DATA-9).
 */
export const ERASED_NAME = '已注销 Deleted account';

/**
 * The public configuration that the server wrote into this page (UI-111); null where it was not the server's
 * to write.
 */
export const configInPage = (): string | null => document.getElementById('config')?.textContent ?? null;

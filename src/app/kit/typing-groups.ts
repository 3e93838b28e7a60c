/**
 * Ref of a text area. React writes every value also into the default value, which replaces a node of the
 * page. The browser ends its group of typing there, so that undo takes back single letters (UI-164). Only a
 * reset of a form reads the default value, and no form here has one.
 */
export function keepTypingGroups(area: HTMLTextAreaElement | null): void {
  if (area === null) return;
  Object.defineProperty(area, 'defaultValue', {
    configurable: true,
    get: () => area.value,
    set: () => undefined,
  });
}

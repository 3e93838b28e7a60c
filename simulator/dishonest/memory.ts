/** Maximum texts waiting to be searched, and values stored per field. */
const [TEXTS, VALUES] = [120, 60];
/** Credentials stay private: the dishonest user has seen much, but stolen nothing. */
const SECRET: ReadonlySet<string> = new Set(['authToken', 'logoutKey', 'password']);
const FIELD = /"(\w+)":(?:"([^"\\]{1,90})"|(-?\d{1,15})\b)/g;

/**
 * All values seen in a World, by field name: ids of messages, groups, users and files, cursors, socket names.
 * New calls are included automatically. Searched only on demand.
 */
export class Memory {
  readonly #texts: string[] = [];
  readonly #values = new Map<string, Set<string>>();

  saw(text: string): void {
    this.#texts.push(text);
    if (this.#texts.length > TEXTS) this.#texts.shift();
  }

  /** Values that the field had, the newest last. */
  of(field: string): readonly string[] {
    for (const text of this.#texts.splice(0))
      for (const [, name = '', words, digits] of text.matchAll(FIELD))
        this.#keep(name, words ?? digits ?? '');
    return [...(this.#values.get(field) ?? [])];
  }

  #keep(field: string, value: string): void {
    if (SECRET.has(field)) return;
    const values = this.#values.get(field) ?? new Set<string>();
    this.#values.set(field, values);
    values.delete(value);
    values.add(value);
    if (values.size > VALUES) for (const oldest of values) return void values.delete(oldest);
  }
}

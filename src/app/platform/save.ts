/** Saves a file under the given name. Only addresses of this server (or of this page). */
export function saveAs(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves a text of this page; works without a network. */
export function saveTextFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  saveAs(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

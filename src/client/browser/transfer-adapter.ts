import type { HttpOutcome, TransferPort, UploadRequest } from '../../ports/http.ts';

/** Uploads by XMLHttpRequest: fetch does not report upload progress. */
export function createTransfers(base: string): TransferPort {
  return {
    upload: (request) => {
      const xhr = new XMLHttpRequest();
      return { outcome: performed(xhr, base, request), abort: () => xhr.abort() };
    },
  };
}

function performed(xhr: XMLHttpRequest, base: string, request: UploadRequest): Promise<HttpOutcome> {
  const onLine: unknown = navigator.onLine;
  if (onLine === false) return Promise.resolve({ kind: 'offline' });
  return new Promise((resolve) => {
    xhr.addEventListener('load', () =>
      resolve({ kind: 'answer', status: xhr.status, text: xhr.responseText }),
    );
    xhr.addEventListener('timeout', () => resolve({ kind: 'timeout' }));
    xhr.addEventListener('error', () => resolve({ kind: 'broken' }));
    xhr.addEventListener('abort', () => resolve({ kind: 'broken' }));
    xhr.upload.addEventListener('progress', (event) => request.onProgress(event.loaded));
    try {
      xhr.open('POST', `${base}${request.path}`);
      for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
      xhr.timeout = request.timeoutMs;
      xhr.send(uploadForm(request.fields, request.file));
    } catch {
      resolve({ kind: 'setup' });
    }
  });
}

/** The fields first: the server reads them before the file's bytes come. */
export function uploadForm(fields: UploadRequest['fields'], file: UploadRequest['file']): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // A browser would write these as `%22` and `%0A`, which a name can contain itself.
  form.append('file', file.body, file.name.replace(/["\r\n]/g, ''));
  return form;
}

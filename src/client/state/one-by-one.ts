import { Observable } from 'rxjs';

/** Values one after another: what comes while one is worked on is given when that is done. */
export const oneByOne = <T extends object>(source: Observable<T>): Observable<T> =>
  new Observable((subscriber) => {
    const waiting: T[] = [];
    let working = false;
    return source.subscribe((value) => {
      waiting.push(value);
      if (working) return;
      working = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) subscriber.next(next);
      working = false;
    });
  });

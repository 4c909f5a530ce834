import { useEffect, useState } from 'preact/hooks';

const serverRoute = '#/server/';

export function routeTo(server: string | undefined): string {
  return server === undefined ? '#/' : `${serverRoute}${encodeURIComponent(server)}`;
}

/** The server that the page's address names, if any. */
export function useRoute(): string | undefined {
  const [server, follow] = useState(readRoute);
  useEffect(() => {
    const listen = () => follow(readRoute());
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, []);
  return server;
}

function readRoute(): string | undefined {
  if (!location.hash.startsWith(serverRoute)) return undefined;
  try {
    return decodeURIComponent(location.hash.slice(serverRoute.length));
  } catch {
    return undefined;
  }
}

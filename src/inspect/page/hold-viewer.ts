/**
 * Loads the viewer into the frame and hands it what this page is told. Each time that the viewer says
 * that it is there, also after it was loaded anew, it is told from the start where everything stands.
 */
export function holdViewer(
  frame: HTMLIFrameElement,
  viewer: URL,
  tell: (text: string) => void,
): void {
  let stream: EventSource | undefined;
  const begin = () => {
    stream?.close();
    stream = new EventSource('events');
    stream.onopen = () => tell(`Shown by ${viewer.host}`);
    stream.onerror = () =>
      tell('No connection to holdfast. What is shown is the last that was told.');
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      // To the viewer's own origin alone: whatever else the frame may have been led to gets nothing.
      frame.contentWindow?.postMessage(JSON.parse(data), viewer.origin);
    };
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (source === frame.contentWindow && origin === viewer.origin && isGreeting(data)) begin();
  });
  tell(`Waiting for the viewer at ${viewer.host}`);
  frame.src = viewer.href;
}

function isGreeting(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === '@statelyai.connected'
  );
}

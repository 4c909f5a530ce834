/** How a server is reached: as a child process, over Streamable HTTP, over legacy SSE. */
export type Transport = 'stdio' | 'http' | 'sse';

export const everyTransport: readonly Transport[] = ['stdio', 'http', 'sse'];
export const overNetwork: readonly Transport[] = ['http', 'sse'];

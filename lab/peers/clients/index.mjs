import { peer as aiSdk } from './ai-sdk.mjs';
import { peer as client } from './client.mjs';
import { peer as holdfast } from './holdfast.mjs';
import { peer as langchain } from './langchain.mjs';
import { peer as mastra } from './mastra.mjs';
import { peer as mcpUse } from './mcp-use.mjs';
import { peer as mcporter } from './mcporter.mjs';
import { peer as openai } from './openai.mjs';
import { peer as sdk } from './sdk.mjs';

/**
 * In the order of the table's columns. Each loads its packages when it is opened, so that a cell
 * pays only for its own.
 */
export const peers = [holdfast, sdk, client, mcporter, mcpUse, aiSdk, langchain, mastra, openai];

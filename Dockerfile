# The image of Kalends. The first stage builds the admin and the widget, the second installs the dependencies, the third contains only what runs.
# The base is the official image of the Node project. To pin its digest as well: --build-arg NODE_IMAGE=node:26.13.0-slim@sha256:…
ARG NODE_IMAGE=node:26.13.0-slim
FROM ${NODE_IMAGE} AS browser-files
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY admin/package.json admin/
COPY widget/package.json widget/
COPY client/package.json client/
RUN npm ci --workspace admin --workspace widget --ignore-scripts
COPY admin admin
COPY client/src client/src
COPY widget widget
COPY server/src/features/embed server/src/features/embed
COPY server/src/kernel/text server/src/kernel/text
RUN npm run build --workspace admin --workspace widget

FROM ${NODE_IMAGE} AS made
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
# Installs the server only: the root package installs a Node for development. Optional packages contain the image decoder for this platform.
RUN npm ci --workspace server --omit=dev --ignore-scripts
COPY server server
COPY --from=browser-files /app/server/admin server/admin
COPY --from=browser-files /app/server/embed server/embed

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=made /app .
RUN ln -s /app/server/bin/kalends.cjs /usr/local/bin/kalends && mkdir /media && chown node:node /media
USER node
ENV HOST=0.0.0.0 MEDIA_DIR=/media
VOLUME /media
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The service writes only pictures, to /media. The rest of the file system can be read-only.
CMD ["kalends", "serve"]
